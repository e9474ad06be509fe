import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** A range of IP addresses, parsed. */
type Range = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number];

const mappedBits = 96;

/**
 * The canonical text of an IP address or of a range such as 10.0.0.0/8 or 2001:db8::/32; undefined if it is neither. An
 * IPv4 address in its IPv6 form is that IPv4 address. A range whose address has bits outside of it is a typo.
 */
export function readAddressRange(text: string): string | undefined {
  const range = parseRange(text);
  return range === undefined ? undefined : `${range[0].toString()}/${range[1]}`;
}

/** Whether one of the ranges contains the address. An address that cannot be read is in none. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const [bare = ""] = address.split("%");
  if (isIP(bare) === 0) return false;
  const parsed = ipaddr.process(bare);
  return ranges.some((text) => {
    const range = parseRange(text);
    return range !== undefined && range[0].kind() === parsed.kind() && parsed.match(range[0], range[1]);
  });
}

function parseRange(text: string): Range | undefined {
  const [address = "", prefixText, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || address.includes("%") || rest.length > 0) return undefined;
  const most = version === 4 ? 32 : 128;
  if (prefixText !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(prefixText)) return undefined;
  const prefix = prefixText === undefined ? most : Number(prefixText);
  if (prefix > most) return undefined;
  const range = unmapped(ipaddr.parse(address), prefix);
  return range !== undefined && isNetwork(range) ? range : undefined;
}

/** ::ffff:10.0.0.0/104 is 10.0.0.0/8. A range that is only partly mapped is a typo. */
function unmapped(address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): Range | undefined {
  if (!(address instanceof ipaddr.IPv6) || !address.isIPv4MappedAddress()) return [address, prefix];
  return prefix < mappedBits ? undefined : [address.toIPv4Address(), prefix - mappedBits];
}

function isNetwork([address, prefix]: Range): boolean {
  const bits = address.toByteArray().map((byte) => byte.toString(2).padStart(8, "0"));
  return !bits.join("").slice(prefix).includes("1");
}
