import { relyingPartyOf } from "../passkeys/relying-party.ts";

/** Where people open the console: by a name, for which passkeys can be made. */
export function consoleAddress(baseUrl: string): string {
  return `${relyingPartyOf(baseUrl).origin}/console/`;
}

/** The token stands behind the `#`, which browsers send to nobody. */
export function joinLink(baseUrl: string, token: string): string {
  return `${consoleAddress(baseUrl)}join#${token}`;
}
