import fc from "fast-check";
import { expect, test } from "vitest";
import { platformTenant } from "../../kernel/id.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { type BankEntryState, type EntryEnd, effectOf } from "../bank-work.ts";
import type { StoredBankEvent } from "./bank-event-store.ts";
import { planDelivery } from "./deliver-bank-events.ts";

const types = ["settled", "rejected", "returned", "notification_of_change"] as const;
type EventType = (typeof types)[number];

function storedEvent(type: EventType, index: number): StoredBankEvent {
  const fields = { entry: { id: "entry", subject: "payment", traceNumber: undefined }, at: instantFromMs(0) };
  const reason = { code: "R01", text: "no money" };
  const event =
    type === "settled"
      ? { ...fields, type, imad: undefined }
      : { ...fields, type, reason, corrected: undefined };
  return { id: `${index}`, type, tenantId: platformTenant, entryId: "entry", attempts: 0, event };
}

test("for any sequence of bank events, an entry settles, is rejected and is returned at most once, and no event stays open", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...types)), (all) => {
      const plan = planDelivery(all.map(storedEvent), new Map([["entry", "sent"]]));
      const published = plan.published.map(({ type }) => type);
      for (const type of ["settled", "rejected", "returned"] as const) {
        expect(published.filter((publishedType) => publishedType === type).length).toBeLessThanOrEqual(1);
      }
      expect(
        published.includes("rejected") && (published.includes("settled") || published.includes("returned")),
      ).toBe(false);
      if (published.includes("settled") && published.includes("returned")) {
        expect(published.indexOf("settled")).toBeLessThan(published.indexOf("returned"));
      }
      expect(published.filter((type) => type === "notification_of_change")).toHaveLength(
        all.filter((type) => type === "notification_of_change").length,
      );
      expect(plan.outcomes.size).toBe(all.length);
    }),
  );
});

test.each<BankEntryState>(["sent", "returned"])(
  "a notification of change is published for an entry in state %s, which stays in it",
  (state) => {
    const plan = planDelivery([storedEvent("notification_of_change", 0)], new Map([["entry", state]]));
    expect(plan.published).toHaveLength(1);
    expect(plan.changed).toEqual(new Map());
  },
);

const effects: readonly (readonly [BankEntryState, EntryEnd, ReturnType<typeof effectOf>])[] = [
  ["sent", "settled", "applies"],
  ["filed", "settled", "applies"],
  ["settled", "settled", "superseded"],
  ["returned", "settled", "superseded"],
  ["rejected", "settled", "contradicts"],
  ["queued", "rejected", "applies"],
  ["sent", "rejected", "applies"],
  ["settled", "rejected", "contradicts"],
  ["withdrawn", "rejected", "contradicts"],
  ["settled", "returned", "applies"],
  ["sent", "returned", "applies"],
  ["returned", "returned", "superseded"],
  ["rejected", "returned", "contradicts"],
];

test.each(effects)("an entry in state %s with the bank event %s: %s", (state, type, expected) => {
  expect(effectOf(state, type)).toBe(expected);
});
