import fc from "fast-check";
import { expect, test } from "vitest";
import { forwardable, pauseMs } from "./automation-run.ts";

const cent = 10_000n;
const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });

test("on dollar routes, deposits are forwarded in whole cents, and less than a cent is left over", () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 30 }), (deposits) => {
      let available = 0n;
      for (const units of deposits) {
        available += units;
        const forwarded = forwardable({ units, available, inCents: true });
        expect(forwarded % cent).toBe(0n);
        available -= forwarded;
        expect(available >= 0n && available < cent).toBe(true);
      }
    }),
  );
});

test("simultaneous deposits are forwarded separately and add up to the total", () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 10 }), fc.boolean(), (deposits, inCents) => {
      const all = deposits.reduce((sum, units) => sum + units, 0n);
      let available = all;
      for (const units of deposits) {
        const forwarded = forwardable({ units, available, inCents });
        expect(forwarded < units + cent).toBe(true);
        available -= forwarded;
      }
      expect(available).toBe(inCents ? all % cent : 0n);
    }),
  );
});

test("never more is forwarded than is available", () => {
  expect(forwardable({ units: 5n * cent, available: 3n * cent + 1n, inCents: true })).toBe(3n * cent);
  expect(forwardable({ units: 5n, available: 3n, inCents: false })).toBe(3n);
  expect(forwardable({ units: cent - 1n, available: cent - 1n, inCents: true })).toBe(0n);
});

test("the retry delay grows up to an hour", () => {
  expect([1, 2, 3, 7, 8, 1_000].map(pauseMs)).toEqual([
    30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000,
  ]);
});
