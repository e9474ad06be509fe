/**
 * The path that the router sees in a request target: without an origin in front (RFC 9112 §3.2.2), without query and
 * fragment, and with unreserved characters unescaped (RFC 3986 §6.2.2.2). The router accepts an empty segment for a
 * parameter, too, so here each gets some text.
 */
export function routedPath(target: string): string {
  const [path = ""] = target
    .trimStart()
    .replace(/^https?:\/\/[^/]*/, "")
    .split(/[?#\s]/);
  return path.replaceAll(/%[0-9a-fA-F]{2}/g, unescapeLetter).replaceAll(/\/(?=\/|$)/g, "/-");
}

function unescapeLetter(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return /[A-Za-z0-9._~-]/.test(character) ? character : escaped;
}
