/** What matters of an address of PostgreSQL when it is judged; the driver reads the rest. */
export interface DatabaseAddress {
  readonly password: string;
  /** With the port where one is named; for a socket, the folder that it is in. */
  readonly host: string;
  readonly database: string;
  /** True when it leads to a socket on this machine, where the system vouches for who is asking. */
  readonly isSocket: boolean;
}

const protocols = ["postgres:", "postgresql:"];

/** Undefined when the text is not such an address. */
export function parseDatabaseUrl(text: string): DatabaseAddress | undefined {
  try {
    const url = new URL(withHost(text));
    if (!protocols.includes(url.protocol)) return undefined;
    const host = url.searchParams.get("host") ?? decodeURIComponent(url.host);
    return {
      password: decodeURIComponent(url.password),
      host,
      database: decodeURIComponent(url.pathname.slice(1)),
      isSocket: host.startsWith("/"),
    };
  } catch {
    // Not a URL, or a percent sign that encodes nothing.
    return undefined;
  }
}

/**
 * PostgreSQL knows addresses with a user and no host, `postgresql://florin@/florin?host=/run/postgresql`; the web's
 * rules for URLs do not. The driver reads them, so they are read here as well.
 */
function withHost(text: string): string {
  return text.replace(/^([a-z]+:\/\/[^/?#]*@)(?=[/?#]|$)/, "$1localhost");
}
