import { expect, test } from "vitest";
import { auditSentence } from "./audit-sentence.ts";

const entry = {
  action: "address.update",
  subject: { type: "bank_address", id: "01J8" },
  before: { status: "pending", name: "Old", note: "x" },
  after: { status: "active", name: "Old", note: null, limit: 5 },
};

test("a change is a sentence with its actor, target and changed fields", () => {
  expect(auditSentence(entry, "Ada Lovelace")).toBe(
    "Ada Lovelace changed the bank address 01J8: status from pending to active, note removed, limit 5.",
  );
  const rotated = { ...entry, action: "application.rotate_secret", before: undefined, after: undefined };
  expect(auditSentence(rotated, "Florin")).toBe("Florin rotated the secret of the bank address 01J8.");
  expect(auditSentence({ ...rotated, action: "transfer.deny" }, "Florin")).toBe(
    "Florin denied the bank address 01J8.",
  );
});
