import fc from "fast-check";
import { expect, test } from "vitest";
import { testTenant } from "../../../test/bank-work.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import type { BankEntryState } from "../bank-work.ts";
import type { StoredEntry } from "./entry-store.ts";
import { moveEntry } from "./move-entry.ts";
import { type Opened, planBankEvents } from "./plan-bank-events.ts";

const types = ["settled", "rejected", "returned", "corrected"] as const;
type EventType = (typeof types)[number];

const entry: StoredEntry = {
  tenantId: testTenant,
  id: "entry",
  kind: "payment",
  rail: "wire",
  system: "wire",
  subject: "payment",
  amountCents: 100n,
  state: "sent",
  finalAt: undefined,
  traceNumber: undefined,
  uetr: undefined,
  fileId: "file",
};

function openedEvent(type: EventType, index: number): Opened {
  const stored = {
    id: `${index}`,
    type,
    tenantId: testTenant,
    entryId: entry.id,
    sealed: Buffer.alloc(0),
    attempts: 0,
  };
  return { stored, content: { at: instantFromMs(0), reason: { code: "R01", text: "no money" } } };
}

test("for any sequence of bank events, an entry settles, is rejected and is returned at most once, and no event stays open", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...types)), (all) => {
      const notification = planBankEvents(all.map(openedEvent), [entry]);
      const reported = notification.update.map(({ type }) => type);
      for (const type of ["settled", "rejected", "returned"] as const) {
        expect(reported.filter((reportedType) => reportedType === type).length).toBeLessThanOrEqual(1);
      }
      expect(
        reported.includes("rejected") && (reported.includes("settled") || reported.includes("returned")),
      ).toBe(false);
      if (reported.includes("settled") && reported.includes("returned")) {
        expect(reported.indexOf("settled")).toBeLessThan(reported.indexOf("returned"));
      }
      expect(reported.filter((type) => type === "corrected")).toHaveLength(
        all.filter((type) => type === "corrected").length,
      );
      expect(notification.outcomes.size).toBe(all.length);
    }),
  );
});

const ends: readonly (readonly [
  BankEntryState,
  EventType,
  BankEntryState | "overtaken" | "contradiction",
])[] = [
  ["sent", "settled", "settled"],
  ["filed", "settled", "settled"],
  ["settled", "settled", "overtaken"],
  ["returned", "settled", "overtaken"],
  ["rejected", "settled", "contradiction"],
  ["queued", "rejected", "rejected"],
  ["sent", "rejected", "rejected"],
  ["settled", "rejected", "contradiction"],
  ["withdrawn", "rejected", "contradiction"],
  ["settled", "returned", "returned"],
  ["sent", "returned", "returned"],
  ["returned", "returned", "overtaken"],
  ["rejected", "returned", "contradiction"],
  ["returned", "corrected", "returned"],
];

test.each(ends)("an entry in state %s with the bank event %s: %s", (state, type, expected) => {
  const move = moveEntry(state, type);
  const outcome = move.isReported ? move.state : move.isContradiction ? "contradiction" : "overtaken";
  expect(outcome).toBe(expected);
});
