import { beforeAll, describe, expect, test } from "vitest";
import { setTransferTypes } from "../../kit/transfer-type-words.ts";
import { servedTransferTypes } from "../../kit/transfer-types.fixture.ts";
import type { TransferTimeline } from "./transfer.ts";
import { transferSteps } from "./transfer-steps.ts";

beforeAll(() => setTransferTypes(servedTransferTypes));

const fusd = { value_type: "FUSD", transfer_type: "base" } as const;
const ach = { value_type: "USD", transfer_type: "ach_credit" } as const;
const wire = { value_type: "USD", transfer_type: "wire" } as const;
const offramp = { source: fusd, destination: ach };

type Status = "pending" | "complete" | "failed" | "canceled";

function shown(status: Status, names: readonly (string | null)[], ends: object = offramp): readonly string[] {
  const entries = names.map((step) => ({ type: "state", step }) as TransferTimeline["entries"][number]);
  const transfer = { ...offramp, reversal: null, ...ends, status };
  return transferSteps(transfer, entries).map(({ label, state }) => `${label}: ${state}`);
}

describe("the steps of a transfer", () => {
  test("show what is done, in progress and ahead", () => {
    expect(shown("pending", ["withdrawing"])).toEqual([
      "Created: done",
      "Withdrawal on Base: current",
      "Payout by ACH credit: ahead",
      "Complete: ahead",
    ]);
    expect(shown("pending", ["withdrawing", "paying_out"])[2]).toBe("Payout by ACH credit: current");
    expect(
      shown("complete", ["withdrawing", "paying_out", "done"]).every((step) => step.endsWith("done")),
    ).toBe(true);
  });

  test("show a wire, and a payment within a chain", () => {
    expect(shown("pending", ["awaiting_funds"], { source: wire, destination: fusd })[1]).toBe(
      "Incoming wire: current",
    );
    expect(shown("pending", ["sending"], { destination: fusd })).toEqual([
      "Created: done",
      "Transfer on Base: current",
      "Complete: ahead",
    ]);
  });

  test("show where it failed, and the refund", () => {
    expect(shown("failed", ["withdrawing", "paying_out", "refunding"])).toEqual([
      "Created: done",
      "Withdrawal on Base: done",
      "Payout by ACH credit: failed",
      "Failed: failed",
      "Refund: current",
    ]);
    expect(shown("failed", ["withdrawing", "paying_out", "refunding", "done"]).at(-1)).toBe("Refund: done");
    expect(shown("failed", ["withdrawing", "refunding", "refund_failed"]).at(-1)).toBe("Refund: failed");
  });

  test("of a canceled transfer end there, and those of a held one begin with the review", () => {
    expect(shown("canceled", ["awaiting_funds", "done"], { source: wire, destination: fusd }).at(-1)).toBe(
      "Canceled: failed",
    );
    expect(shown("pending", ["held"])[1]).toBe("Review: current");
  });

  test("of a completed transfer whose debit was returned end with the reversal", () => {
    const ends = { source: { ...ach, transfer_type: "ach_debit" }, destination: fusd, reversal: {} };
    expect(shown("complete", ["debit_pending", "delivering", "done"], ends).slice(-2)).toEqual([
      "Complete: done",
      "Reversed: failed",
    ]);
  });
});
