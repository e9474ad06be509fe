import { createSecureContext, rootCertificates } from "node:tls";
import { Agent, buildConnector, type Dispatcher, ProxyAgent } from "undici";
import type { Clock } from "../../kernel/instant.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { type DestinationRules, readDestination } from "../destination.ts";
import type { SendOutcome, WebhookPost, WebhookSender } from "../sender.ts";
import { failureMessage } from "./failure-message.ts";
import { createGuardedConnector, createNameResolver, type ResolveName } from "./guarded-connector.ts";
import { ResponseReader, type ResponseReaderOptions } from "./response-reader.ts";

export interface UndiciSenderOptions {
  readonly clock: Clock;
  /** Version of this service, for the `user-agent` header. */
  readonly version: string;
  readonly rules: DestinationRules;
  /** PEM, trusted in addition to the usual roots. */
  readonly extraCa?: string | undefined;
  /** Then the proxy makes and checks the connections. */
  readonly proxyUrl?: string | undefined;
  readonly timeoutMs?: number;
  readonly connectTimeoutMs?: number;
  readonly resolve?: ResolveName;
  readonly connect?: buildConnector.connector;
}

export function createUndiciSender(options: UndiciSenderOptions): WebhookSender {
  const { rules, clock, version, timeoutMs = 10_000, connectTimeoutMs = 5_000 } = options;
  const isProxied = options.proxyUrl !== undefined;
  const dispatcher = createEgressDispatcher(options, connectTimeoutMs);
  const placeOf = rememberedPlaces(rules);
  const reading: ResponseReaderOptions = {
    clock,
    timeoutMs,
    maxBytes: maxResponseBytes,
    messageOf: (error) => failureMessage(error, { isProxied }),
  };
  const userAgent = `Florin-Webhooks/${version}`;

  const send = ({ url, headers, body }: WebhookPost): Promise<SendOutcome> => {
    const place = placeOf(url);
    if (typeof place === "string") {
      return Promise.resolve({ type: "no_response", message: place, durationMs: 0 });
    }
    return new Promise((resolve) => {
      const reader = new ResponseReader(reading, resolve);
      const request = { ...place, method: "POST", headers: { ...headers, "user-agent": userAgent }, body };
      try {
        dispatcher.dispatch(request, reader);
      } catch (error) {
        reader.onResponseError(undefined, error instanceof Error ? error : new Error(String(error)));
      }
    });
  };
  return { send, close: () => dispatcher.destroy() };
}

const maxResponseBytes = 64 * 1024;
const maxRemembered = 10_000;

interface Place {
  readonly origin: string;
  readonly path: string;
}

/** The destination of a URL, or why it is refused. Checked again because the rules may be stricter than at creation. */
function rememberedPlaces(rules: DestinationRules): (url: string) => Place | string {
  const known = new Map<string, Place | string>();
  return (url) => {
    const found = known.get(url);
    if (found !== undefined) return found;
    if (known.size >= maxRemembered) known.clear();
    const place = placeAt(url, rules);
    known.set(url, place);
    return place;
  };
}

function placeAt(url: string, rules: DestinationRules): Place | string {
  const destination = readDestination(url, rules);
  if (isRefusal(destination)) return destination.detail;
  const { origin, pathname, search } = new URL(destination);
  return { origin, path: `${pathname}${search}` };
}

/** Keeps connections open between requests. Timeouts are up to the sender. */
function createEgressDispatcher(options: UndiciSenderOptions, connectTimeoutMs: number): Dispatcher {
  const { extraCa, proxyUrl } = options;
  const { allowPrivate } = options.rules;
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
