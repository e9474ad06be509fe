import fc from "fast-check";
import { expect, test } from "vitest";
import { isInRanges, readAddressRange } from "./address-range.ts";

test("addresses and ranges are read strictly, in one form", () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["10.0.0.0/8", "10.0.0.0/8"],
    ["192.0.2.7", "192.0.2.7/32"],
    ["2001:DB8::/32", "2001:db8::/32"],
    ["::1", "::1/128"],
    ["::ffff:10.0.0.0/104", "10.0.0.0/8"],
    ["::ffff:192.0.2.7", "192.0.2.7/32"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["::/0", "::/0"],
    ["10.0.0.1/8", undefined],
    ["10.0.0.0/33", undefined],
    ["10.0.0.0/08", undefined],
    ["10.0.0.0/", undefined],
    ["10.0.0.0/8/8", undefined],
    ["010.0.0.1", undefined],
    ["10.1", undefined],
    ["0x0a000001", undefined],
    ["fe80::1%eth0", undefined],
    ["::ffff:0:0/90", undefined],
    ["localhost", undefined],
    ["", undefined],
  ];
  for (const [text, canonical] of cases) expect([text, readAddressRange(text)]).toEqual([text, canonical]);
});

test("an IPv4 address is in its range in both of its forms, and in no IPv6 range", () => {
  expect(isInRanges("10.9.8.7", ["10.0.0.0/8"])).toBe(true);
  expect(isInRanges("::ffff:10.9.8.7", ["10.0.0.0/8"])).toBe(true);
  expect(isInRanges("::ffff:a09:807", ["10.0.0.0/8"])).toBe(true);
  expect(isInRanges("11.0.0.0", ["10.0.0.0/8"])).toBe(false);
  expect(isInRanges("10.9.8.7", ["::/0"])).toBe(false);
  expect(isInRanges("2001:db8::1", ["0.0.0.0/0"])).toBe(false);
  expect(isInRanges("fe80::1%eth0", ["fe80::/10"])).toBe(true);
  expect(isInRanges("unix", ["::/0", "0.0.0.0/0"])).toBe(false);
  expect(isInRanges("10.9.8.7", [])).toBe(false);
});

test("an address is in a range exactly if their first bits are the same", () => {
  const bits = (size: number) => fc.array(fc.boolean(), { minLength: size, maxLength: size });
  const textOf = (value: readonly boolean[]): string => {
    const bytes = Array.from({ length: value.length / 8 }, (_, index) =>
      value.slice(index * 8, index * 8 + 8).reduce((sum, bit) => sum * 2 + Number(bit), 0),
    );
    if (bytes.length === 4) return bytes.join(".");
    const groups = Array.from(
      { length: 8 },
      (_, index) => (bytes[index * 2] ?? 0) * 256 + (bytes[index * 2 + 1] ?? 0),
    );
    return groups.map((group) => group.toString(16)).join(":");
  };
  for (const size of [32, 128]) {
    const property = fc.property(
      bits(size),
      bits(size),
      fc.nat(size),
      fc.boolean(),
      (one, other, prefix, isNear) => {
        const network = one.map((bit, index) => index < prefix && bit);
        const address = isNear ? [...one.slice(0, prefix), ...other.slice(prefix)] : other;
        const range = readAddressRange(`${textOf(network)}/${prefix}`);
        // Of IPv6, the range ::ffff:0:0/96 is IPv4.
        fc.pre(range !== undefined && (size === 32 || !range.includes(".")));
        const isSame = one.slice(0, prefix).every((bit, index) => bit === address[index]);
        expect(isInRanges(textOf(address), [range ?? ""])).toBe(isSame);
      },
    );
    fc.assert(property, { seed: 20 });
  }
});
