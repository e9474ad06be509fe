import { createSecureContext, rootCertificates } from "node:tls";
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from "undici";
import { createGuardedConnector } from "./guarded-connector.ts";
import { createNameResolver, type ResolveName } from "./name-resolver.ts";

export interface EgressOptions {
  readonly allowPrivate: boolean;
  /** PEM, trusted in addition to the usual roots. */
  readonly extraCa?: string | undefined;
  /** Then the proxy makes and checks the connections. */
  readonly proxyUrl?: string | undefined;
  readonly connectTimeoutMs: number;
  readonly resolve?: ResolveName | undefined;
  readonly connect?: buildConnector.connector | undefined;
}

/** Keeps connections open between requests. Timeouts are up to the sender. */
export function createEgressDispatcher(options: EgressOptions): Dispatcher {
  const { allowPrivate, extraCa, proxyUrl, connectTimeoutMs } = options;
  // One for all connections: reading the roots again for each of them would cost more than the request.
  const secureContext = createSecureContext(
    extraCa === undefined ? {} : { ca: [...rootCertificates, extraCa] },
  );
  const connecting = { secureContext, timeout: connectTimeoutMs };
  if (proxyUrl !== undefined) {
    return new ProxyAgent({
      ...connections,
      uri: proxyUrl,
      proxyTunnel: true,
      proxyTls: connecting,
      requestTls: connecting,
    });
  }
  return new Agent({
    ...connections,
    connect: createGuardedConnector({
      allowPrivate,
      resolve: options.resolve ?? createNameResolver({ allowPrivate }),
      connect: options.connect ?? buildConnector(connecting),
      timeoutMs: connectTimeoutMs,
    }),
  });
}

const connections = {
  /** Per origin. */
  connections: 256,
  pipelining: 1,
  maxHeaderSize: 16 * 1024,
  /** However long an endpoint offers to keep an idle connection. */
  keepAliveMaxTimeout: 60_000,
  headersTimeout: 0,
  bodyTimeout: 0,
};
