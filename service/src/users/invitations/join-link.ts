import { relyingPartyOf } from "../passkeys/relying-party.ts";

/** The console URL for users: by host name, because passkeys require one. */
export function consoleAddress(baseUrl: string): string {
  return `${relyingPartyOf(baseUrl).origin}/console/`;
}

/** The token is in the URL fragment, which browsers never send. */
export function joinLink(baseUrl: string, token: string): string {
  return `${consoleAddress(baseUrl)}join#${token}`;
}
