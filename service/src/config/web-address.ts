import { isIP } from "node:net";

/** A base URL: http or https, without credentials, query, fragment or trailing slash. Undefined when invalid. */
export function parseWebAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  const isBare = url.username === "" && url.password === "" && url.search === "" && url.hash === "";
  return isWeb && isBare ? url.href.replace(/\/+$/, "") : undefined;
}

/** Whether a URL stays on this machine. */
export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}

/** IPv6 addresses may have brackets. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  return bare === "localhost" || bare === "::1" || (isIP(bare) === 4 && bare.startsWith("127."));
}

const namedRanges = new Set(["loopback", "linklocal", "uniquelocal"]);
const maxPrefix = { 4: 32, 6: 128 } as const;

/** `none`, `*`, or a list of addresses, ranges such as 10.0.0.0/8, and the names loopback, linklocal, uniquelocal. */
export function isTrustedProxies(text: string): boolean {
  if (text === "none" || text === "*") return true;
  return text.split(",").every((part) => isProxyRange(part.trim()));
}

function isProxyRange(text: string): boolean {
  if (namedRanges.has(text)) return true;
  const [address = "", prefix, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= maxPrefix[version === 4 ? 4 : 6])
  );
}
