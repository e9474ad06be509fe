import { isIPv6 } from "node:net";

const groupsOfAddress = 8;
const groupsOfNetwork = 4;
const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The rate limiting key of an IP address. One customer of a provider typically holds a whole IPv6 /64 and can change
 * addresses within it at will, so an IPv6 address counts as its /64; an IPv4 address, also in its IPv6 form, counts as
 * itself.
 */
export function addressGroup(address: string): string {
  const [bare = ""] = address.split("%");
  const mapped = mappedIPv4.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(bare)) return address;
  const [head = "", tail] = bare.split("::");
  const front = groupsIn(head);
  const back = groupsIn(tail ?? "");
  const zeros = tail === undefined ? 0 : groupsOfAddress - front.length - back.length;
  const groups = [...front, ...Array<string>(zeros).fill("0"), ...back];
  return `${groups
    .slice(0, groupsOfNetwork)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/**
 * An embedded IPv4 address expands to two groups; their values don't matter, because they are beyond the /64 prefix.
 */
function groupsIn(text: string): readonly string[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));
}
