import { isIP } from "node:net";

/** The WebAuthn relying party (§5.1.2): the console, by its host name. */
export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  /** Origin of the console's pages. */
  readonly origin: string;
}

/** Credentials are bound to a host name, never to an IP address; for local development it is `localhost`. */
export function relyingPartyOf(baseUrl: string): RelyingParty {
  const url = new URL(baseUrl);
  if (isLoopback(url.hostname)) url.hostname = "localhost";
  return { id: url.hostname, name: "Florin", origin: url.origin };
}

function isLoopback(hostname: string): boolean {
  const bare = hostname.replaceAll(/[[\]]/g, "");
  return isIP(bare) !== 0 && (bare === "::1" || bare.startsWith("127."));
}
