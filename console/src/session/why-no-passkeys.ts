/** Why this browser, at this address, has no passkeys; undefined where it has. */
export function whyNoPasskeys(): string | undefined {
  if (typeof PublicKeyCredential === "undefined") return "This browser has no passkeys.";
  // Keys are made for names. On one's own machine the name is localhost.
  if (/^[\d.]+$|^\[/.test(location.hostname)) {
    const address = `${location.protocol}//localhost:${location.port}/console/`;
    return `Passkeys need a name instead of a number: open ${address} for them.`;
  }
  return undefined;
}
