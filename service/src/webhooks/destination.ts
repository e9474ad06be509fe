import { isIP } from "node:net";
import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";
import { type Refusal, refuse } from "../kernel/refusal.ts";

/** Which URLs the operator allows. Both settings are for development. */
export interface DestinationRules {
  readonly allowHttp: boolean;
  readonly allowPrivate: boolean;
}

/** The normalized URL, or why it is refused. Its hostname is resolved at each connection. */
export function readDestination(text: string, rules: DestinationRules): string | Refusal {
  const problem = textProblem(text, rules);
  if (problem !== undefined) return refuseDestination(problem);
  const url = new URL(text);
  // `example.com.` is `example.com`, but certificates are not issued for it.
  url.hostname = url.hostname.replace(/\.$/, "");
  const found = partsProblem(url, rules) ?? hostProblem(url.hostname, rules);
  return found === undefined ? url.href : refuseDestination(found);
}

export function refuseDestination(detail: string): Refusal {
  return refuse("validation_failed", `url ${detail}`, { errors: [{ pointer: "/url", detail }] });
}

/** The IP address of a host, without the brackets of IPv6; undefined when it is a name. */
export function literalAddress(host: string): string | undefined {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) === 0 ? undefined : bare;
}

const maxLength = 2048;
const httpsPort = 443;
const httpPort = 80;
const firstUserPort = 1024;
/** RFC 1035 §2.3.4: no name can be longer, so it could never be resolved. */
const maxLabelLength = 63;
const maxNameLength = 253;
const localSuffixes = ["localhost", "local", "internal", "localdomain", "home.arpa"];

function textProblem(text: string, { allowHttp }: DestinationRules): string | undefined {
  if (text.length > maxLength) return `must have at most ${maxLength} characters`;
  // The URL parser would silently drop some of these, and accept `https:example.com`.
  if (/[\s\p{Cc}\\]/u.test(text)) return "must not contain spaces, control characters or backslashes";
  if (!/^https:\/\//i.test(text) && !(allowHttp && /^http:\/\//i.test(text))) {
    return allowHttp ? "must start with https:// or http://" : "must start with https://";
  }
  if (text.includes("#")) return "must not have a fragment";
  // The parser would read the next segment as the host: `https:///path` is not a host called `path`.
  const hasHost = !/^https?:\/\/\//i.test(text);
  return hasHost && URL.canParse(text) ? undefined : "is not a valid URL";
}

function partsProblem(url: URL, { allowHttp }: DestinationRules): string | undefined {
  if (url.href.length > maxLength) return `must have at most ${maxLength} characters when URL-encoded`;
  if (url.username !== "" || url.password !== "") return "must not contain a username or password";
  const port = url.port === "" ? defaultPort(url) : Number(url.port);
  if (port === httpsPort || port >= firstUserPort || (allowHttp && port === httpPort)) return undefined;
  return `must use port ${httpsPort} or a port from ${firstUserPort} to 65535`;
}

function defaultPort(url: URL): number {
  return url.protocol === "https:" ? httpsPort : httpPort;
}

function hostProblem(host: string, rules: DestinationRules): string | undefined {
  const labels = host.split(".");
  const address = literalAddress(host);
  if (address === undefined && !isName(host, labels)) return "must have a valid hostname";
  if (address !== undefined) {
    return mayReach(address, rules)
      ? undefined
      : `must not point to ${address}, which is not a public address`;
  }
  if (rules.allowPrivate) return undefined;
  const isLocal = labels.length === 1 || localSuffixes.some((suffix) => `.${host}`.endsWith(`.${suffix}`));
  return isLocal ? `must not point to ${host}, which is not a public hostname` : undefined;
}

function isName(host: string, labels: readonly string[]): boolean {
  return host.length <= maxNameLength && labels.every(({ length }) => length > 0 && length <= maxLabelLength);
}

/** Whether it is an address on the public internet. Anything not known to be public is not. */
export function isPublic(address: string): boolean {
  // A zone id after a percent sign names an interface of this machine, which is never public.
  if (isIP(address) === 0 || address.includes("%")) return false;
  if (isIP(address) === 4) return isPublicIpv4(address);
  const parsed = ipaddr.IPv6.parse(address);
  const embedded = embeddedIpv4(parsed);
  if (embedded !== undefined) return isPublicIpv4(embedded);
  return parsed.match(globalUnicast) && parsed.range() === "unicast";
}

/**
 * Whether a request may be sent there. Where private addresses are allowed, these are the machine itself and its own
 * networks, but not the metadata services of cloud platforms: they return secrets.
 */
export function mayReach(address: string, { allowPrivate }: { readonly allowPrivate: boolean }): boolean {
  return isPublic(address) || (allowPrivate && isOwn(address));
}

const ownRanges = new Set<string>(["loopback", "private", "carrierGradeNat", "uniqueLocal"]);

function isOwn(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.process(address);
  return ownRanges.has(parsed.range()) && !isCloudService(parsed);
}

/**
 * Metadata, credential and DNS services of cloud platforms in ranges that are otherwise private. The others are in
 * ranges that no setting allows: 169.254.0.0/16, fe80::/10 and 192.0.0.0/24 (Oracle).
 */
const cloudServicesIpv4 = [ipaddr.IPv4.parseCIDR("100.100.100.200/32")]; // Alibaba
const cloudServicesIpv6 = [
  ipaddr.IPv6.parseCIDR("fd00:ec2::/32"), // AWS
  ipaddr.IPv6.parseCIDR("fd20:ce::/32"), // Google
  ipaddr.IPv6.parseCIDR("fd00:42::42/128"), // Scaleway
];

function isCloudService(address: IPv4 | IPv6): boolean {
  return address instanceof ipaddr.IPv4
    ? cloudServicesIpv4.some((range) => address.match(range))
    : cloudServicesIpv6.some((range) => address.match(range));
}

/** Azure platform service, reachable only inside of Azure, although it looks like a public address. */
const platformEntryPoint = "168.63.129.16";

/** All that IANA has allocated for the internet so far. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** IPv6 addresses that embed an IPv4 address, and its offset. RFC 4291 §2.5.5.2, RFC 6052, RFC 3056. */
const translated = [
  { range: ipaddr.IPv6.parseCIDR("::ffff:0:0/96"), start: 12 },
  { range: ipaddr.IPv6.parseCIDR("64:ff9b::/96"), start: 12 },
  { range: ipaddr.IPv6.parseCIDR("2002::/16"), start: 2 },
];

const ipv4Bytes = 4;

function isPublicIpv4(address: string): boolean {
  return ipaddr.IPv4.parse(address).range() === "unicast" && address !== platformEntryPoint;
}

function embeddedIpv4(address: IPv6): string | undefined {
  const found = translated.find(({ range }) => address.match(range));
  if (found === undefined) return undefined;
  return address
    .toByteArray()
    .slice(found.start, found.start + ipv4Bytes)
    .join(".");
}
