import fc from "fast-check";
import { expect, test } from "vitest";
import { forwardable, pauseMs } from "./automation-run.ts";

const cent = 10_000n;
const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });

test("where dollars move, every deposit goes on in whole cents, and less than a cent is ever left", () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 30 }), (deposits) => {
      let there = 0n;
      for (const units of deposits) {
        there += units;
        const forwarded = forwardable({ units, available: there, inCents: true });
        expect(forwarded % cent).toBe(0n);
        there -= forwarded;
        expect(there >= 0n && there < cent).toBe(true);
      }
    }),
  );
});

test("deposits that are there together go on each by itself, and together whole", () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 10 }), fc.boolean(), (deposits, inCents) => {
      const all = deposits.reduce((sum, units) => sum + units, 0n);
      let there = all;
      for (const units of deposits) {
        const forwarded = forwardable({ units, available: there, inCents });
        expect(forwarded < units + cent).toBe(true);
        there -= forwarded;
      }
      expect(there).toBe(inCents ? all % cent : 0n);
    }),
  );
});

test("never more goes on than is there", () => {
  expect(forwardable({ units: 5n * cent, available: 3n * cent + 1n, inCents: true })).toBe(3n * cent);
  expect(forwardable({ units: 5n, available: 3n, inCents: false })).toBe(3n);
  expect(forwardable({ units: cent - 1n, available: cent - 1n, inCents: true })).toBe(0n);
});

test("the pause grows, and never beyond an hour", () => {
  expect([1, 2, 3, 7, 8, 1_000].map(pauseMs)).toEqual([
    30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000,
  ]);
});
