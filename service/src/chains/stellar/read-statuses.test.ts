import { expect, test } from "vitest";
import { missingStatus } from "./read-statuses.ts";

const question = {
  transactionId: "00",
  senderQueue: { key: { role: "channel", index: 0 }, address: "G", sequence: 8n },
  expiresAtHeight: 100n,
} as const;
const validity = 60;

function channels(sequence: bigint | undefined, latestLedger = 90) {
  const account = sequence === undefined ? undefined : { sequence, balance: 0n };
  return { latestLedger, account: () => account };
}

test("a missing transaction is absent until it expires", () => {
  const before = { latestLedger: 99, oldestLedger: 1 };
  expect(missingStatus(question, before, channels(7n), validity)).toEqual({ state: "absent" });
  const after = { latestLedger: 100, oldestLedger: 1 };
  expect(missingStatus(question, after, channels(7n), validity)).toEqual({ state: "expired" });
});

test("a missing transaction whose sequence number is used was replaced", () => {
  const response = { latestLedger: 95, oldestLedger: 1 };
  expect(missingStatus(question, response, channels(8n), validity)).toEqual({ state: "replaced" });
});

test("a sequence number read at a later ledger than the transactions proves nothing", () => {
  const response = { latestLedger: 95, oldestLedger: 1 };
  expect(missingStatus(question, response, channels(8n, 96), validity)).toEqual({ state: "absent" });
});

test("a node that pruned the period in question proves nothing", () => {
  const response = { latestLedger: 500, oldestLedger: 41 };
  expect(missingStatus(question, response, channels(8n), validity)).toEqual({ state: "absent" });
  const longer = { latestLedger: 500, oldestLedger: 40 };
  expect(missingStatus(question, longer, channels(8n), validity)).toEqual({ state: "replaced" });
});

test("a sequence number still unused after expiry proves expiry without history", () => {
  const pruned = { latestLedger: 500, oldestLedger: 400 };
  expect(missingStatus(question, pruned, channels(7n, 100), validity)).toEqual({ state: "expired" });
  expect(missingStatus(question, pruned, channels(7n, 99), validity)).toEqual({ state: "absent" });
  expect(missingStatus(question, pruned, channels(undefined, 100), validity)).toEqual({ state: "absent" });
});
