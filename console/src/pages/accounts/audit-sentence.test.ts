import { expect, test } from "vitest";
import { auditSentence } from "./audit-sentence.ts";

const entry = {
  action: "address.create",
  actor_type: "user",
  actor_name: "Ada Lovelace",
  subject_type: "address",
  before: null,
  after: null,
} as const;

test.each([
  [{}, "Ada Lovelace created the address."],
  [{ actor_name: "payments.bank", actor_type: "system" }, "Florin created the address."],
  [{ action: "simulation.payment", subject_type: "payment" }, "Ada Lovelace simulated the payment."],
  [{ actor_name: null, actor_type: "application" }, "An application created the address."],
  [
    { action: "transfer.retry_refund", subject_type: "transfer" },
    "Ada Lovelace retried the refund of the transfer.",
  ],
  [{ action: "address.deny" }, "Ada Lovelace denied the address."],
  [
    { action: "transfer.request_release", subject_type: "transfer" },
    "Ada Lovelace requested the release of the transfer.",
  ],
] as const)("%o is a sentence", (change, sentence) => {
  expect(auditSentence({ ...entry, ...change })).toBe(sentence);
});

test("changed fields are named with both values; unchanged and absent ones are left out", () => {
  expect(
    auditSentence({
      ...entry,
      action: "transfer.advance",
      subject_type: "transfer",
      before: { status: "pending", failure_code: null, fee: 1 },
      after: { status: "failed", failure_code: "R01", failure_type: null, fee: 1, step: "done" },
    }),
  ).toBe("Ada Lovelace updated the transfer: status from pending to failed, failure code R01.");
});

test("ids are left out, amounts have their currency, and long lists are counted", () => {
  expect(
    auditSentence({
      ...entry,
      after: {
        source_address_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
        amount: "80.00",
        currency: "USD",
        held_reason: "amount_mismatch",
        scopes: "accounts:read accounts:write transfers:read transfers:write payments:read",
      },
    }),
  ).toBe("Ada Lovelace created the address: amount 80.00 USD, held reason amount mismatch, scopes (5).");
});
