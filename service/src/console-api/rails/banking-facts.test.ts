import fc from "fast-check";
import { expect, test } from "vitest";
import { instantFromMs } from "../../kernel/instant.ts";
import { bankingFacts } from "./banking-facts.ts";

test("a holiday is not a banking day, and wires are sent on the evening before the next one", () => {
  const christmas = bankingFacts(instantFromMs(Date.UTC(2026, 11, 25, 15)), 30);
  expect(christmas).toMatchObject({ today: "2026-12-25", isBankingDay: false, nextBankingDay: "2026-12-28" });
  expect(christmas.rails.find(({ rail }) => rail === "wire")).toMatchObject({ settlementDate: "2026-12-28" });
});

test("every rail's file is sent before its cut-off, at any time", () => {
  const moments = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 0, 1) });
  fc.assert(
    fc.property(moments, (ms) => {
      const { today, nextBankingDay, rails } = bankingFacts(instantFromMs(ms), 30);
      expect(nextBankingDay > today).toBe(true);
      for (const { leavesAt, cutoffAt, settlementDate } of rails) {
        expect(leavesAt).toBeLessThanOrEqual(cutoffAt);
        expect(settlementDate >= today).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});
