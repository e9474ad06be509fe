import fc from "fast-check";
import { expect, test } from "vitest";
import { parseEvmAddress } from "./address.ts";

// From the examples in EIP-55.
const address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

test.each([
  ["its checksum", address],
  ["lower case", address.toLowerCase()],
  ["upper case", `0x${address.slice(2).toUpperCase()}`],
])("an address in %s is parsed to its checksum form", (_, text) => {
  expect(parseEvmAddress(text)).toEqual({ ok: true, address });
});

test.each([
  ["a wrong checksum", address.replace("5aA", "5AA")],
  ["no prefix", address.slice(2)],
  ["an upper-case prefix", address.replace("0x", "0X")],
  ["one digit too few", address.slice(0, -1)],
  ["one digit too many", `${address}0`],
  ["a non-hexadecimal digit", address.replace("5aA", "5gA")],
  ["a trailing space", `${address} `],
  ["a trailing newline", `${address}\n`],
  ["no text", ""],
  ["only zeros", `0x${"0".repeat(40)}`],
])("an address with %s is rejected with a reason", (_, text) => {
  expect(parseEvmAddress(text)).toEqual({ ok: false, detail: expect.stringMatching(/^(?:must|has|is) /) });
});

test("parsing is idempotent", () => {
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
