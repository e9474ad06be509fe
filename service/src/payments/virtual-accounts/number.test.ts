import fc from "fast-check";
import { expect, test } from "vitest";
import { memoOf, memosIn } from "./memo.ts";
import { numberOf } from "./number.ts";

const serials = fc.bigInt({ min: 1n, max: 999_999_999n });
const prefixes = fc.stringMatching(/^\d{1,7}$/);

test("a number is the bank's prefix, nine digits and a check digit", () => {
  expect(numberOf("7", 992_739_871n)).toBe("79927398713");
  expect(numberOf("7700", 1n)).toBe("77000000000016");
  expect(memoOf("77000000000016")).toBe("FLR-0000000016");
});

test("a number with one wrong digit is invalid", () => {
  fc.assert(
    fc.property(
      prefixes,
      serials,
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      (prefix, serial, place, shift) => {
        const number = numberOf(prefix, serial);
        const at = prefix.length + (place % (number.length - prefix.length));
        const wrong = number.slice(0, at) + ((Number(number[at]) + shift) % 10) + number.slice(at + 1);
        expect(numberOf(prefix, BigInt(wrong.slice(prefix.length, -1)))).not.toBe(wrong);
      },
    ),
  );
});

test("different accounts have different numbers and memos", () => {
  fc.assert(
    fc.property(prefixes, serials, serials, (prefix, one, other) => {
      fc.pre(one !== other);
      expect(memoOf(numberOf(prefix, one))).not.toBe(memoOf(numberOf(prefix, other)));
    }),
  );
});

test("a memo is found within any text, in any case and spacing", () => {
  const noise = fc.stringMatching(/^[A-EG-Za-eg-z ,.:/-]{0,20}$/);
  const gaps = fc.array(fc.constantFrom("", " ", "-", ".", " / "), { minLength: 13, maxLength: 13 });
  fc.assert(
    fc.property(serials, noise, noise, gaps, fc.boolean(), (serial, before, after, between, isLower) => {
      const memo = memoOf(numberOf("7700", serial));
      const spaced = memo
        .replace("-", "")
        .split("")
        .map((sign, index) => sign + between[index])
        .join("");
      const text = `${before}${isLower ? spaced.toLowerCase() : spaced}${after}`;
      expect(memosIn(text)).toEqual([memo]);
    }),
  );
});

test("letters that look like digits are read as digits, and digits after a memo do not hide it", () => {
  expect(memosIn("flr OOOO OOOO l2 2026")).toEqual(["FLR-0000000012"]);
  expect(memosIn("FLR-0000000012 FLR-0000000020 FLR-0000000012")).toEqual([
    "FLR-0000000012",
    "FLR-0000000020",
  ]);
  expect(memosIn("invoice 0000000012")).toEqual([]);
  expect(memosIn(undefined)).toEqual([]);
});
