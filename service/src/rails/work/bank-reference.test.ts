import fc from "fast-check";
import { expect, test } from "vitest";
import { addMs, instantFromMs } from "../../kernel/instant.ts";
import { nextTraces, uetrOf } from "./bank-reference.ts";
import { createFileNumbers } from "./file-numbers.ts";

test("a UETR has the form of a version 4 id, and is the same for the same entry alone", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(uetrOf("testnet", one)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      expect(uetrOf("testnet", one) === uetrOf("testnet", other)).toBe(one === other);
      expect(uetrOf("testnet", one)).not.toBe(uetrOf("mainnet", one));
    }),
  );
});

test("trace numbers ascend within a file, have 15 digits, and do not come again for ten million", () => {
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

test("the counter jumps over the end of the numbers rather than begin anew in the middle of a file", () => {
  expect(nextTraces("02100002", 9_999_997n, 2).traces).toEqual(["021000029999998", "021000029999999"]);
  expect(nextTraces("02100002", 9_999_998n, 2).traces).toEqual(["021000020000001", "021000020000002"]);
});

test("no two files have the same minute and modifier, however many there are and whatever the clock does", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -90_000, max: 90_000 }), { maxLength: 200 }), (steps) => {
      const numbers = createFileNumbers("02100002", { trace: 0n, modifier: 0n, minute: 0n });
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
