import fc from "fast-check";
import { expect, test } from "vitest";
import { magicRejectionOf, magicReturnOf } from "./magic-amount.ts";

test.each([
  [5_501n, "R01"],
  [5_502n, "R02"],
  [5_529n, "R29"],
  [5_585n, "R85"],
])("%d cents are returned with %s", (amountCents, code) => {
  expect(magicReturnOf(amountCents)?.code).toBe(code);
});

test.each([5_500n, 5_548n, 5_561n, 5_571n, 5_599n])("%d cents select no return code", (amountCents) => {
  expect(magicReturnOf(amountCents)).toBeUndefined();
});

test.each([
  [5_503n, "AC03"],
  [5_504n, "AC04"],
  [5_505n, undefined],
  [5_603n, undefined],
  [5_701n, "AG01"],
  [5_703n, "AG03"],
  [5_708n, "AB08"],
  [5_799n, undefined],
])("%d cents on a rail that settles at once are rejected with %s", (amountCents, code) => {
  expect(magicRejectionOf(amountCents)?.code).toBe(code);
});

test("no other amount is magic", () => {
  const ordinary = fc
    .bigInt({ min: 1n, max: 10n ** 12n })
    .filter((cents) => ![55n, 57n].includes(cents / 100n));
  fc.assert(
    fc.property(
      ordinary,
      (cents) => magicReturnOf(cents) === undefined && magicRejectionOf(cents) === undefined,
    ),
  );
});
