import { expect, test } from "vitest";
import { auditSentence } from "./audit-sentence.ts";

const ada = { type: "user", id: "01J8", name: "Ada Lovelace" } as const;
const entry = {
  action: "address.update",
  subject: { type: "bank_address", id: "01J8" },
  before: undefined,
  after: undefined,
};

test("a change is a sentence with its actor, target and changed fields", () => {
  const before = { status: "pending", name: "Old", note: "x" };
  const after = { status: "active", name: "Old", note: null, limit: 5, is_public: true };
  expect(auditSentence({ ...entry, before, after }, ada)).toBe(
    "Ada Lovelace changed the bank address: status from pending to active, note removed, limit 5, is public yes.",
  );
});

test.each([
  ["address.create", "Ada Lovelace created the bank address."],
  ["address.deny", "Ada Lovelace denied the bank address."],
  ["application.rotate_secret", "Ada Lovelace rotated the secret of the bank address."],
  ["transfer.retry_refund", "Ada Lovelace retried the refund of the bank address."],
  ["transfer.request_release", "Ada Lovelace requested the release of the bank address."],
  ["simulation.payment", "Ada Lovelace simulated the bank address."],
])("%s is a sentence", (action, sentence) => {
  expect(auditSentence({ ...entry, action }, ada)).toBe(sentence);
});

test.each([
  [{ type: "system", id: undefined, name: "payments.bank" }, "Florin changed the bank address."],
  [{ type: "application", id: "01J8", name: undefined }, "An application changed the bank address."],
  [{ type: "user", id: "01J8", name: undefined }, "A user changed the bank address."],
] as const)("%o is named in words", (actor, sentence) => {
  expect(auditSentence(entry, actor)).toBe(sentence);
});

test("ids are left out, amounts have their currency, and long lists are counted", () => {
  const after = {
    source_address_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
    step: "done",
    amount: "80.00",
    currency: "USD",
    held_reason: "amount_mismatch",
    failure_code: "ach_return",
    scopes: "accounts:read accounts:write transfers:read transfers:write payments:read",
  };
  expect(auditSentence({ ...entry, after }, ada)).toBe(
    "Ada Lovelace changed the bank address: amount 80.00 USD, held reason amount mismatch, failure code ACH return, " +
      "scopes (5).",
  );
});

test("a whole sentence has the ids and lists, too", () => {
  const after = { address_id: "01J9", scopes: "a:read b:read c:read d:read e:read" };
  expect(auditSentence({ ...entry, after }, ada, { isWhole: true })).toBe(
    "Ada Lovelace changed the bank address 01J8: address id 01J9, scopes a:read b:read c:read d:read e:read.",
  );
});
