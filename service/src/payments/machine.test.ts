import fc from "fast-check";
import { expect, test } from "vitest";
import { advance, type BankWord, contradicts } from "./machine.ts";
import { type PaymentStatus, paymentStatuses } from "./payment.ts";

const words: readonly BankWord[] = ["settled", "rejected", "returned"];

test("a payment follows the bank events once, and a complete payment can still be returned", () => {
  const table = Object.fromEntries(
    paymentStatuses.map((status) => [status, words.map((word) => advance(status, word)?.status)]),
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
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 12 }), (events) => {
      const seen: PaymentStatus[] = ["pending"];
      for (const word of events) {
        const next = advance(seen.at(-1) ?? "pending", word);
        if (next !== undefined) seen.push(next.status);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.indexOf("failed")).toBeLessThanOrEqual(1);
    }),
  );
});

test("a settlement after a rejection, or a rejection after a settlement, is a contradiction", () => {
  const found = paymentStatuses.flatMap((status) =>
    words.filter((word) => contradicts(status, word)).map((word) => `${status} ${word}`),
  );
  expect(found).toEqual(["complete rejected", "failed settled", "failed returned", "returned rejected"]);
});
