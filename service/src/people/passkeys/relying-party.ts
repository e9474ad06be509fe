import { isIP } from "node:net";

/** Whom devices make their keys for (WebAuthn §5.1.2): the console, by its name. */
export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  /** Where the console's pages are. */
  readonly origin: string;
}

/** A key is made for a name, never for a number; on one's own machine the name is `localhost`. */
export function relyingPartyOf(baseUrl: string): RelyingParty {
  const url = new URL(baseUrl);
  if (isLoopback(url.hostname)) url.hostname = "localhost";
  return { id: url.hostname, name: "Florin", origin: url.origin };
}

function isLoopback(hostname: string): boolean {
  const bare = hostname.replaceAll(/[[\]]/g, "");
  return isIP(bare) !== 0 && (bare === "::1" || bare.startsWith("127."));
}
