import { isIP } from "node:net";
import ipaddr, { type IPv6 } from "ipaddr.js";

/** Whether anybody on the internet could be reached there. What is not known to be public is not. */
export function isPublic(address: string): boolean {
  // Behind a percent sign stands an interface of this machine, and nothing public is behind one.
  if (isIP(address) === 0 || address.includes("%")) return false;
  if (isIP(address) === 4) return isPublicIpv4(address);
  const parsed = ipaddr.IPv6.parse(address);
  const embedded = embeddedIpv4(parsed);
  if (embedded !== undefined) return isPublicIpv4(embedded);
  return parsed.match(globalUnicast) && parsed.range() === "unicast";
}

/**
 * Whether a post may go there. Where private addresses are allowed these are the machine itself and networks of its
 * own, and not what a cloud keeps for its machines alone: those answer with secrets.
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

/** Of Amazon, in a range that is private otherwise. */
const metadataAddresses = new Set([ipaddr.IPv6.parse("fd00:ec2::254").toNormalizedString()]);

/** Answers only inside of Azure, where it is the platform's own door, although it looks like any other address. */
const platformDoor = "168.63.129.16";

/** All that IANA has given out for the internet so far. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** IPv6 addresses that lead to an IPv4 one, and where it begins in them. RFC 4291 §2.5.5.2, RFC 6052, RFC 3056. */
const translated = [
  { range: ipaddr.IPv6.parseCIDR("::ffff:0:0/96"), start: 12 },
  { range: ipaddr.IPv6.parseCIDR("64:ff9b::/96"), start: 12 },
  { range: ipaddr.IPv6.parseCIDR("2002::/16"), start: 2 },
];

const ipv4Bytes = 4;

function isPublicIpv4(address: string): boolean {
  return ipaddr.IPv4.parse(address).range() === "unicast" && address !== platformDoor;
}

function embeddedIpv4(address: IPv6): string | undefined {
  const found = translated.find(({ range }) => address.match(range));
  if (found === undefined) return undefined;
  return address
    .toByteArray()
    .slice(found.start, found.start + ipv4Bytes)
    .join(".");
}
