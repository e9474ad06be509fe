import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPublic, mayReach } from "./destination.ts";

describe("public", () => {
  test.each([
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "100.63.255.255",
    "100.128.0.1",
    "172.15.0.1",
    "172.32.0.1",
    "198.17.255.255",
    "198.20.0.1",
    "223.255.255.254",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81b::200e",
    "::ffff:8.8.8.8",
    "::ffff:808:808",
    "64:ff9b::808:808",
    "2002:808:808::1",
  ])("%s", (address) => {
    expect(isPublic(address)).toBe(true);
  });
});

describe("not public", () => {
  test.each([
    ["this network", "0.0.0.0"],
    ["this network", "0.1.2.3"],
    ["private", "10.0.0.1"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["private", "192.168.1.1"],
    ["carrier-grade NAT", "100.64.0.1"],
    ["carrier-grade NAT, a metadata service", "100.100.100.200"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.255.255.255"],
    ["link-local", "169.254.1.1"],
    ["a metadata service", "169.254.169.254"],
    ["Azure platform service", "168.63.129.16"],
    ["protocol assignments", "192.0.0.192"],
    ["documentation", "192.0.2.1"],
    ["documentation", "198.51.100.1"],
    ["documentation", "203.0.113.1"],
    ["6to4 relay", "192.88.99.1"],
    ["benchmarks", "198.18.0.1"],
    ["benchmarks", "198.19.255.255"],
    ["multicast", "224.0.0.1"],
    ["multicast", "239.255.255.255"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["unspecified", "::"],
    ["loopback", "::1"],
    ["IPv4-compatible", "::7f00:1"],
    ["IPv4-compatible, deprecated", "::808:808"],
    ["mapped", "::ffff:127.0.0.1"],
    ["mapped", "::ffff:7f00:1"],
    ["mapped", "::ffff:a00:1"],
    ["mapped, a metadata service", "::ffff:169.254.169.254"],
    ["mapped, Azure platform service", "::ffff:a83f:8110"],
    ["translated", "::ffff:0:8.8.8.8"],
    ["NAT64", "64:ff9b::7f00:1"],
    ["NAT64", "64:ff9b::a9fe:a9fe"],
    ["local-use NAT64", "64:ff9b:1::808:808"],
    ["discarded", "100::1"],
    ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
    ["benchmarks", "2001:2::1"],
    ["ORCHID", "2001:10::1"],
    ["ORCHID", "2001:20::1"],
    ["documentation", "2001:db8::1"],
    ["documentation", "3fff::1"],
    ["6to4", "2002:7f00:1::"],
    ["6to4", "2002:a00:1::1"],
    ["6to4", "2002:c0a8:101::1"],
    ["segment routing", "5f00::1"],
    ["unallocated", "4000::1"],
    ["unique local", "fc00::1"],
    ["unique local, a metadata service", "fd00:ec2::254"],
    ["link-local", "fe80::1"],
    ["with a zone id", "fe80::1%eth0"],
    ["with a zone id", "2606:4700:4700::1111%eth0"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
    ["not an address", ""],
    ["not an address", "example.com"],
    ["not an address", "127.1"],
    ["not an address", "0x08.8.8.8"],
    ["not an address", "08.8.8.8"],
    ["not an address", "[2606:4700::1]"],
    ["not an address", "8.8.8.8 "],
  ])("%s: %s", (_why, address) => {
    expect(isPublic(address)).toBe(false);
  });
});

/** Independent implementation of RFC 6890 and its registry. */
const special: readonly (readonly [network: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

const numberOf = (address: string): number =>
  address.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
const addressOf = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");

const specialAddress = fc
  .tuple(fc.constantFrom(...special), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))
  .map(([[network, bits], share]) => addressOf(numberOf(network) + Math.floor(share * 2 ** (32 - bits))));

const hex = (address: string): string => {
  const value = numberOf(address);
  return `${Math.floor(value / 65_536).toString(16)}:${(value % 65_536).toString(16)}`;
};

test("no special-purpose address is public, however it is embedded", () => {
  fc.assert(
    fc.property(specialAddress, (address) => {
      expect(isPublic(address)).toBe(false);
      expect(isPublic(`::ffff:${hex(address)}`)).toBe(false);
      expect(isPublic(`::${hex(address)}`)).toBe(false);
      expect(isPublic(`64:ff9b::${hex(address)}`)).toBe(false);
      expect(isPublic(`2002:${hex(address)}::1`)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test("no IPv6 address outside of 2000::/3 is public, unless it embeds a public IPv4 address", () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(fc.tuple(group, group, group, group, group, group, group, group), (groups) => {
      fc.pre((groups[0] & 0xe000) !== 0x2000);
      const address = groups.map((part) => part.toString(16)).join(":");
      fc.pre(!address.startsWith("64:ff9b:0:0:0:0:") && !address.startsWith("0:0:0:0:0:ffff:"));
      expect(isPublic(address)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test("any text gets a result, and none throws", () => {
  fc.assert(fc.property(fc.string(), (text) => typeof isPublic(text) === "boolean"));
  fc.assert(
    fc.property(
      fc.oneof(fc.ipV4(), fc.ipV4Extended(), fc.ipV6()),
      (text) => typeof isPublic(text) === "boolean",
    ),
  );
});

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "192.168.1.1",
  "100.64.0.1",
  "::1",
  "fd12::1",
  "::ffff:127.0.0.1",
  "8.8.8.8",
])("%s may be reached where private addresses are allowed", (address) =>
  expect(mayReach(address, { allowPrivate: true })).toBe(true),
);

test.each([
  ["AWS, Azure, Google, Oracle, DigitalOcean", "169.254.169.254"],
  ["AWS containers", "169.254.170.2"],
  ["AWS EKS pods", "169.254.170.23"],
  ["Tencent", "169.254.0.23"],
  ["Scaleway", "169.254.42.42"],
  ["Alibaba", "100.100.100.200"],
  ["Alibaba, mapped", "::ffff:100.100.100.200"],
  ["Alibaba, mapped", "::ffff:6464:64c8"],
  ["Alibaba, NAT64", "64:ff9b::6464:64c8"],
  ["Alibaba, 6to4", "2002:6464:64c8::1"],
  ["Azure platform", "168.63.129.16"],
  ["Azure platform, mapped", "::ffff:168.63.129.16"],
  ["Oracle", "192.0.0.192"],
  ["AWS", "fd00:ec2::254"],
  ["AWS, written in full", "fd00:0ec2:0000:0000:0000:0000:0000:0254"],
  ["AWS EKS pods", "fd00:ec2::23"],
  ["AWS DNS", "fd00:ec2::253"],
  ["Google", "fd20:ce::254"],
  ["Google, written in full", "FD20:00CE:0:0:0:0:0:254"],
  ["Scaleway", "fd00:42::42"],
  ["OpenStack", "fe80::a9fe:a9fe"],
  ["link-local", "fe80::1"],
  ["multicast", "224.0.0.1"],
  ["unspecified", "0.0.0.0"],
  ["unspecified", "::"],
  ["with a zone id", "fd12::1%eth0"],
])("not even then: %s, %s", (_whose, address) =>
  expect(mayReach(address, { allowPrivate: true })).toBe(false),
);

test("their neighbors in private ranges may be reached then", () => {
  for (const address of [
    "100.100.100.199",
    "100.100.100.201",
    "fd20:cf::254",
    "fd00:ec3::254",
    "fd00:42::43",
  ])
    expect(mayReach(address, { allowPrivate: true })).toBe(true);
});

test("private addresses are not reached where they are not allowed", () => {
  for (const address of ["127.0.0.1", "10.1.2.3", "fd12::1"]) {
    expect(mayReach(address, { allowPrivate: false })).toBe(false);
  }
});
