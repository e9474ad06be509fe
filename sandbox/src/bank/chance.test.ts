import fc from "fast-check";
import { expect, test } from "vitest";
import { instantFromMs } from "../../../service/src/kernel/instant.ts";
import { returnCodeOf } from "../../../service/src/rails/nacha/return-codes.ts";
import { fileTroubleByChance, noTrouble, outcomeByChance, type TroublePlan } from "./chance.ts";

const systems = fc.constantFrom("wire", "ach", "rtp");
const directions = fc.constantFrom("credit", "debit");
const lots = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test("without a plan there are no faults", () => {
  fc.assert(
    fc.property(systems, directions, lots, (system, direction, lot) => {
      const plan = { ...noTrouble, random: () => lot };
      expect(outcomeByChance(plan, { system, direction })).toEqual({ outcome: "settle", reason: undefined });
      const now = instantFromMs(0);
      expect(fileTroubleByChance(plan, now, 5)).toEqual({ readyAt: now, repeat: undefined });
    }),
  );
});

test("an ACH return has a valid return code, and ACH entries are never rejected", () => {
  fc.assert(
    fc.property(directions, lots, fc.boolean(), (direction, lot, isReturned) => {
      const plan: TroublePlan = {
        ...noTrouble,
        random: () => lot,
        returnRate: isReturned ? 1 : 0,
        rejectRate: isReturned ? 0 : 1,
      };
      const { outcome, reason } = outcomeByChance(plan, { system: "ach", direction });
      expect(outcome).toBe(isReturned ? "return" : "settle");
      if (isReturned) expect(returnCodeOf(reason?.code ?? "")?.stage).toBe("return");
    }),
  );
});

test("a wire can be rejected, a file can be late or duplicated", () => {
  const plan = { random: () => 0, returnRate: 0, rejectRate: 1, duplicateRate: 1, lateRate: 1 };
  expect(outcomeByChance(plan, { system: "wire", direction: "debit" }).outcome).toBe("reject");
  expect(fileTroubleByChance(plan, instantFromMs(10), 5)).toEqual({
    readyAt: 15,
    repeat: { as: "same_name", readyAt: 20 },
  });
});
