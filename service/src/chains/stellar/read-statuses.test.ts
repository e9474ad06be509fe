import { expect, test } from "vitest";
import { missingStatus } from "./read-statuses.ts";

const question = {
  transactionId: "00",
  lane: { key: { duty: "channel", index: 0 }, address: "G", sequence: 8n },
  expiresAtHeight: 100n,
} as const;
const validity = 60;

function lanes(sequence: bigint | undefined, latestLedger = 90) {
  const account = sequence === undefined ? undefined : { sequence, balance: 0n };
  return { latestLedger, account: () => account };
}

test("what is not found may still come until its time has passed", () => {
  const before = { latestLedger: 99, oldestLedger: 1 };
  expect(missingStatus(question, before, lanes(7n), validity)).toEqual({ state: "absent" });
  const after = { latestLedger: 100, oldestLedger: 1 };
  expect(missingStatus(question, after, lanes(7n), validity)).toEqual({ state: "expired" });
});

test("what is not found although its sequence was used was replaced", () => {
  const answer = { latestLedger: 95, oldestLedger: 1 };
  expect(missingStatus(question, answer, lanes(8n), validity)).toEqual({ state: "replaced" });
});

test("a sequence seen later than the transactions proves nothing", () => {
  const answer = { latestLedger: 95, oldestLedger: 1 };
  expect(missingStatus(question, answer, lanes(8n, 96), validity)).toEqual({ state: "absent" });
});

test("a node that has forgotten the time in question proves nothing", () => {
  const answer = { latestLedger: 500, oldestLedger: 41 };
  expect(missingStatus(question, answer, lanes(8n), validity)).toEqual({ state: "absent" });
  const longer = { latestLedger: 500, oldestLedger: 40 };
  expect(missingStatus(question, longer, lanes(8n), validity)).toEqual({ state: "replaced" });
});

test("a sequence that is still unused when the time has passed is proof without any memory", () => {
  const forgetful = { latestLedger: 500, oldestLedger: 400 };
  expect(missingStatus(question, forgetful, lanes(7n, 100), validity)).toEqual({ state: "expired" });
  expect(missingStatus(question, forgetful, lanes(7n, 99), validity)).toEqual({ state: "absent" });
  expect(missingStatus(question, forgetful, lanes(undefined, 100), validity)).toEqual({ state: "absent" });
});
