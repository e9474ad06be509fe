export interface BasicCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

const basic = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses an `Authorization` header per RFC 7617 and RFC 6749 §2.3.1: both parts are form-encoded before they are joined
 * with a colon. Undefined if malformed.
 */
export function parseBasicCredentials(header: string): BasicCredentials | undefined {
  const encoded = basic.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const text = utf8.decode(Buffer.from(encoded, "base64"));
    const colon = text.indexOf(":");
    if (colon < 0) return undefined;
    return { clientId: formDecode(text.slice(0, colon)), clientSecret: formDecode(text.slice(colon + 1)) };
  } catch {
    // Not UTF-8, or a percent sign that encodes nothing.
    return undefined;
  }
}

function formDecode(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}
