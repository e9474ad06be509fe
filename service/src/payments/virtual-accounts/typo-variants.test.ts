import fc from "fast-check";
import { expect, test } from "vitest";
import { typoVariants } from "./typo-variants.ts";

const number = fc.stringMatching(/^\d{1,17}$/);

test("a typo is one wrong, missing or extra digit, or two swapped neighbors", () => {
  const typos = typoVariants("1230");
  for (const typo of ["1239", "0230", "123", "230", "12300", "91230", "2130", "1203"]) {
    expect(typos).toContain(typo);
  }
  for (const other of ["1230", "1100", "3210", "12", "123000"]) expect(typos).not.toContain(other);
});

test("typos are symmetric", () => {
  fc.assert(
    fc.property(number, (text) => {
      for (const typo of typoVariants(text)) expect(typoVariants(typo).has(text)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test("no number is a typo of itself, and there are at most a few hundred", () => {
  fc.assert(
    fc.property(number, (text) => {
      const typos = typoVariants(text);
      expect(typos.has(text)).toBe(false);
      expect(typos.size).toBeLessThanOrEqual(22 * (text.length + 1));
    }),
  );
});
