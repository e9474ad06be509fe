/** Why passkeys can't be used in this browser at this address; undefined if they can. */
export function whyNoPasskeys(): string | undefined {
  if (typeof PublicKeyCredential === "undefined") return "This browser doesn't support passkeys.";
  // WebAuthn requires a domain name; on the local machine that is localhost.
  if (/^[\d.]+$|^\[/.test(location.hostname)) {
    const address = `${location.protocol}//localhost:${location.port}/console/`;
    return `Passkeys require a host name instead of an IP address. Open ${address} to use them.`;
  }
  return undefined;
}
