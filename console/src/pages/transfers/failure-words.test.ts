import { expect, test } from "vitest";
import { failureWords } from "./failure-words.ts";
import { shownStatus, type TransferTimeline, type WorkspaceTransfer } from "./transfer.ts";

type Entry = TransferTimeline["entries"][number];

const failed = { status: "failed", failure_type: "ach_return", reversal: null } as const;
const complete = { status: "complete", failure_type: null, reversal: null } as const;
const payment = (reason_code: string | null, reason: string | null) =>
  ({ type: "payment", reason_code, reason }) as Entry;
const transaction = (failure_reason: string | null) =>
  ({ type: "chain_transaction", failure_reason }) as Entry;

test("a failure is stated with the bank's code, the chain's reason or its type", () => {
  expect(failureWords(failed, [payment(null, null), payment("R01", "Insufficient funds.")])).toBe(
    "R01 insufficient funds",
  );
  expect(failureWords(failed, [transaction("out_of_gas")])).toBe("out of gas");
  expect(failureWords({ ...failed, failure_type: "chain_failed" }, [])).toBe("chain failed");
  expect(failureWords(complete, [payment("R01", "x")])).toBeUndefined();
});

test("a completed transfer whose debit was returned states the bank's code", () => {
  const reversed = { ...complete, reversal: { return_code: "R29" } as WorkspaceTransfer["reversal"] };
  expect(failureWords(reversed, [payment("R29", "Corporate customer advises not authorized.")])).toBe(
    "R29 corporate customer advises not authorized",
  );
  expect(failureWords(reversed, [])).toBe("R29");
  expect([shownStatus(reversed), shownStatus(complete), shownStatus(failed)]).toEqual([
    "reversed",
    "complete",
    "failed",
  ]);
});
