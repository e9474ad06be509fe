import { isLoopbackHost } from "./web-address.ts";

/** The parts of a PostgreSQL URL that are validated; the driver reads the rest. */
export interface DatabaseAddress {
  readonly password: string;
  /** With the port, if the URL has one; for a socket, its folder. */
  readonly host: string;
  readonly database: string;
  /** True for a Unix socket on this machine, where the operating system authenticates the peer. */
  readonly isSocket: boolean;
  /** True for a Unix socket or a loopback address. */
  readonly isLocal: boolean;
  readonly sslMode: string | undefined;
}

const protocols = ["postgres:", "postgresql:"];

/** Undefined when the text is not a PostgreSQL URL. */
export function parseDatabaseUrl(text: string): DatabaseAddress | undefined {
  try {
    const url = new URL(withHost(text));
    if (!protocols.includes(url.protocol)) return undefined;
    // Of a repeated parameter, the driver uses the last.
    const { host: hostParameter, sslmode: sslMode } = Object.fromEntries(url.searchParams);
    const host = hostParameter ?? decodeURIComponent(url.host);
    const isSocket = host.startsWith("/");
    return {
      password: decodeURIComponent(url.password),
      host,
      database: decodeURIComponent(url.pathname.slice(1)),
      isSocket,
      isLocal: isSocket || isLoopbackHost(hostParameter ?? url.hostname),
      sslMode,
    };
  } catch {
    // Not a URL, or an invalid percent-encoding.
    return undefined;
  }
}

/**
 * PostgreSQL accepts URLs with a user and no host, such as `postgresql://florin@/florin?host=/run/postgresql`; the
 * WHATWG URL parser does not. The driver accepts them, so they are accepted here as well.
 */
function withHost(text: string): string {
  return text.replace(/^([a-z]+:\/\/[^/?#]*@)(?=[/?#]|$)/, "$1localhost");
}
