/**
 * The path that the router sees in the target of a request: without an origin in front (RFC 9112 §3.2.2), without
 * query and fragment, and with the letters that need no escape unescaped (RFC 3986 §6.2.2.2).
 */
export function routedPath(target: string): string {
  const [path = ""] = target.trimStart().replace(/^https?:\/\/[^/]*/, "").split(/[?#]/);
  return path.replaceAll(/%[0-9a-fA-F]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape;
  });
}
