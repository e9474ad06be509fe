import fc from "fast-check";
import { expect, test } from "vitest";
import { parseEvmAddress } from "./address.ts";

// The first is of the examples of EIP-55.
const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

test.each([
  ["its checksum", address],
  ["small letters", address.toLowerCase()],
  ["capital letters", `0x${address.slice(2).toUpperCase()}`],
])("an address in %s is read and written with its checksum", (_, text) => {
  expect(parseEvmAddress(text)).toEqual({ ok: true, address });
});

test.each([
  ["another letter's case", address.replace("5aA", "5AA")],
  ["no prefix", address.slice(2)],
  ["a capital prefix", address.replace("0x", "0X")],
  ["a digit too few", address.slice(0, -1)],
  ["a digit too many", `${address}0`],
  ["a letter that is no digit", address.replace("5aA", "5gA")],
  ["a space behind", `${address} `],
  ["a line end behind", `${address}\n`],
  ["nothing", ""],
  ["nobody behind it", `0x${"0".repeat(40)}`],
])("an address with %s is refused with a reason", (_, text) => {
  expect(parseEvmAddress(text)).toEqual({ ok: false, detail: expect.stringMatching(/^(?:must|has|is) /) });
});

test("what was read once is read again as the same", () => {
  const digits = fc.string({
    unit: fc.constantFrom(..."0123456789abcdef".split("")),
    minLength: 40,
    maxLength: 40,
  });
  fc.assert(
    fc.property(digits, (text) => {
      const first = parseEvmAddress(`0x${text}`);
      if (first.ok) expect(parseEvmAddress(first.address)).toEqual(first);
    }),
  );
});
