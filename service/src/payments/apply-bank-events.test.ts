import fc from "fast-check";
import { expect, test } from "vitest";
import type { EntryEnd } from "../rails/bank-work.ts";
import { effectOnPayment, statusAfter } from "./apply-bank-events.ts";
import { type PaymentStatus, paymentStatuses } from "./payment.ts";

const types: readonly EntryEnd[] = ["settled", "rejected", "returned"];

function advance(status: PaymentStatus, type: EntryEnd): PaymentStatus | undefined {
  return effectOnPayment(status, type) === "applies" ? statusAfter[type] : undefined;
}

test("a payment follows the bank events once, and a complete payment can still be returned", () => {
  const table = Object.fromEntries(
    paymentStatuses.map((status) => [status, types.map((type) => advance(status, type))]),
  );
  expect(table).toEqual({
    pending: ["complete", "failed", "returned"],
    complete: [undefined, undefined, "returned"],
    failed: [undefined, undefined, undefined],
    returned: [undefined, undefined, undefined],
  });
});

test("for any sequence of bank events, no payment completes twice or leaves a final status", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...types), { maxLength: 12 }), (events) => {
      const seen: PaymentStatus[] = ["pending"];
      for (const type of events) {
        const next = advance(seen.at(-1) ?? "pending", type);
        if (next !== undefined) seen.push(next);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.indexOf("failed")).toBeLessThanOrEqual(1);
    }),
  );
});

test("a settlement after a rejection, or a rejection after a settlement, is a contradiction", () => {
  const found = paymentStatuses.flatMap((status) =>
    types
      .filter((type) => effectOnPayment(status, type) === "contradicts")
      .map((type) => `${status} ${type}`),
  );
  expect(found).toEqual(["complete rejected", "failed settled", "failed returned", "returned rejected"]);
});
