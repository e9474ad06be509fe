import { relyingPartyOf } from "../passkeys/relying-party.ts";

/** The token stands behind the `#`, which browsers send to nobody. */
export function joinLink(baseUrl: string, token: string): string {
  return `${relyingPartyOf(baseUrl).origin}/console/join#${token}`;
}
