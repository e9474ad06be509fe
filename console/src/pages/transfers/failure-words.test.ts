import { expect, test } from "vitest";
import { failureWords } from "./failure-words.ts";
import type { TransferTimeline } from "./transfer.ts";

type Entry = TransferTimeline["entries"][number];

const failed = { status: "failed", failure_type: "ach_return" } as const;
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
  expect(failureWords({ status: "complete", failure_type: null }, [payment("R01", "x")])).toBeUndefined();
});
