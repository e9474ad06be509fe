import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maskAccountNumber, readAccountNumber } from "./account-number.ts";
import { readRoutingNumber } from "./routing-number.ts";

const validationIssue = { kind: "validationIssue" };

/** ABA checksum: 3(d1+d4+d7) + 7(d2+d5+d8) + (d3+d6+d9) is a multiple of ten. */
function withCheckDigit(first: string): string {
  const sumOf = (...places: readonly number[]): number =>
    places.reduce((sum, place) => sum + Number(first[place - 1]), 0);
  const sum = 3 * sumOf(1, 4, 7) + 7 * sumOf(2, 5, 8) + sumOf(3, 6);
  return `${first}${(10 - (sum % 10)) % 10}`;
}

const inRange = (prefix: number): boolean =>
  prefix <= 12 || (prefix >= 21 && prefix <= 32) || (prefix >= 61 && prefix <= 72) || prefix === 80;

const twoDigits = (prefix: number): string => String(prefix).padStart(2, "0");
const prefixes = Array.from({ length: 100 }, (_, prefix) => prefix);
const knownPrefix = fc.constantFrom(...prefixes.filter(inRange).map(twoDigits));
const unknownPrefix = fc.constantFrom(...prefixes.filter((prefix) => !inRange(prefix)).map(twoDigits));
const sixDigits = fc.stringMatching(/^[0-9]{5}[1-9]$/);

describe("routing numbers", () => {
  test.each(["021000021", "011401533", "091000019", "322271627", "121000248", " 026009593 "])(
    "%s, of a real bank, is accepted",
    (text) => expect(readRoutingNumber(text)).toBe(text.trim()),
  );

  test.each(["", "02100002", "0210000211", "02100002a", "０２１００００２１", "000000000", "021-000-021"])(
    "%j is refused",
    (text) => expect(readRoutingNumber(text)).toMatchObject(validationIssue),
  );

  test("a number with a valid prefix is accepted with its check digit and with no other", () => {
    fc.assert(
      fc.property(knownPrefix, sixDigits, fc.integer({ min: 1, max: 9 }), (prefix, rest, offset) => {
        const right = withCheckDigit(prefix + rest);
        expect(readRoutingNumber(right)).toBe(right);
        const digit = (Number(right[8]) + offset) % 10;
        expect(readRoutingNumber(right.slice(0, 8) + digit)).toMatchObject(validationIssue);
      }),
    );
  });

  test("a single wrong digit is always detected", () => {
    const wrong = fc.record({ place: fc.nat(8), offset: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(knownPrefix, sixDigits, wrong, (prefix, rest, { place, offset }) => {
        const digits = withCheckDigit(prefix + rest).split("");
        digits[place] = String((Number(digits[place]) + offset) % 10);
        expect(readRoutingNumber(digits.join(""))).toMatchObject(validationIssue);
      }),
    );
  });

  test("an unassigned prefix is refused, even with a valid check digit", () => {
    fc.assert(
      fc.property(unknownPrefix, sixDigits, (prefix, rest) => {
        expect(readRoutingNumber(withCheckDigit(prefix + rest))).toMatchObject(validationIssue);
      }),
    );
  });
});

describe("account numbers", () => {
  test("4 to 17 letters and digits are accepted; spaces and dashes between them are ignored", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z]{4,17}$/), (number) => {
        expect(readAccountNumber(number)).toBe(number);
        expect(readAccountNumber(number.split("").join("-"))).toBe(number);
        expect(readAccountNumber(number.split("").join(" "))).toBe(number);
      }),
    );
  });

  test.each(["", "123", "123456789012345678", "1234_5678", "12345678\n", "١٢٣٤٥٦٧٨", "12/345678"])(
    "%j is refused",
    (text) => expect(readAccountNumber(text)).toMatchObject(validationIssue),
  );

  test("at most four characters are shown, and never the whole number", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z]{4,17}$/), (number) => {
        const shown = maskAccountNumber(number).slice(4);
        expect(shown).toBe(number.length === 4 ? "" : number.slice(-4));
      }),
    );
    expect(maskAccountNumber("1234567890")).toBe("****7890");
  });
});
