import { isIP } from "node:net";
import ipaddr, { type IPv6 } from "ipaddr.js";

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
  return ownRanges.has(parsed.range()) && !metadataAddresses.has(parsed.toNormalizedString());
}

/** AWS metadata service, in an otherwise private range. */
const metadataAddresses = new Set([ipaddr.IPv6.parse("fd00:ec2::254").toNormalizedString()]);

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
