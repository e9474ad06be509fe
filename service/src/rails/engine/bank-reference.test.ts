import fc from "fast-check";
import { expect, test } from "vitest";
import { addMs, instantFromMs } from "../../kernel/instant.ts";
import { createFileNumbers, nextTraces, uetrOf } from "./bank-reference.ts";

test("a UETR is a version 4 UUID, stable and unique per entry", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(uetrOf("testnet", a)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      expect(uetrOf("testnet", a) === uetrOf("testnet", b)).toBe(a === b);
      expect(uetrOf("testnet", a)).not.toBe(uetrOf("mainnet", a));
    }),
  );
});

test("trace numbers ascend within a file, have 15 digits, and repeat only after ten million", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 30_000_000n }),
      fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 5 }),
      (start, counts) => {
        let last = start;
        const all: string[] = [];
        for (const count of counts) {
          const { traces, last: next } = nextTraces("02100002", last, count);
          expect(traces).toHaveLength(count);
          expect(traces).toEqual(traces.toSorted());
          expect(next).toBeGreaterThanOrEqual(last + BigInt(count));
          all.push(...traces);
          last = next;
        }
        expect(all.every((trace) => /^02100002\d{7}$/.test(trace))).toBe(true);
        expect(new Set(all).size).toBe(all.length);
      },
    ),
  );
});

test("the counter wraps before a file, never within it", () => {
  expect(nextTraces("02100002", 9_999_997n, 2).traces).toEqual(["021000029999998", "021000029999999"]);
  expect(nextTraces("02100002", 9_999_998n, 2).traces).toEqual(["021000020000001", "021000020000002"]);
});

test("the pair of minute and modifier is unique for any number of files and any clock", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -90_000, max: 90_000 }), { maxLength: 200 }), (steps) => {
      const numbers = createFileNumbers("02100002", { trace: 0n, modifier: 0n, minute: 0n, message: 0n });
      let now = instantFromMs(1_800_000_000_000);
      const stamps = steps.map((step) => {
        now = addMs(now, step);
        const { createdAt, modifier } = numbers.takeStamp(now);
        return `${createdAt}/${modifier}`;
      });
      expect(new Set(stamps).size).toBe(stamps.length);
    }),
  );
});
