import { describe, expect, test } from "vitest";
import type { HeldPayment, MatchCandidate } from "./held-payment.ts";
import { preselectedCandidate } from "./preselected-candidate.ts";

type Sign = MatchCandidate["reasons"][number]["sign"];

const payment = {
  match_request: null,
  return_id: null,
  hold: { reason: "unmatched", note: null, since: "2026-11-18T10:00:00Z", hits: [] },
} as unknown as HeldPayment;

function candidate(id: string, signs: readonly Sign[], obstacle: string | null = null): MatchCandidate {
  const reasons = signs.map((sign) => ({ sign, text: sign }));
  return { type: "transfer", id, reasons, obstacle } as unknown as MatchCandidate;
}

const chosenOf = (...candidates: readonly MatchCandidate[]) => preselectedCandidate(payment, candidates)?.id;

describe("a candidate is preselected", () => {
  test("by its account number, its memo or its id in the reference", () => {
    for (const sign of ["number", "memo", "written_number", "written_id"] as const)
      expect(chosenOf(candidate("a", ["account", "time"]), candidate("b", [sign]))).toBe("b");
  });

  test("by the exact amount, if it is the only one that expects it", () => {
    expect(chosenOf(candidate("a", ["amount", "near_number"]), candidate("b", ["account"]))).toBe("a");
    expect(chosenOf(candidate("a", ["amount"]), candidate("b", ["amount"]))).toBeUndefined();
  });

  test("if a first approver requested it", () => {
    const requested = { ...payment, match_request: { target: "transfers/b" } } as HeldPayment;
    const candidates = [candidate("a", ["number"]), candidate("b", [])];
    expect(preselectedCandidate(requested, candidates)?.id).toBe("b");
  });
});

describe("nothing is preselected", () => {
  test("on weak signals, such as an automation that accepts any amount", () => {
    expect(chosenOf(candidate("a", ["account", "sender", "owner", "time", "near_memo"]))).toBeUndefined();
    expect(chosenOf()).toBeUndefined();
  });

  test("if the account number is that of a candidate that cannot accept the payment", () => {
    const mismatch = candidate("b", ["number", "owner"], "Amount mismatch: expects 80.00 USD.");
    expect(chosenOf(candidate("a", ["account"]), mismatch)).toBeUndefined();
    expect(chosenOf(candidate("a", ["amount"]), mismatch)).toBeUndefined();
  });

  test("if the references name two owners", () => {
    expect(chosenOf(candidate("a", ["number"]), candidate("b", ["memo"]))).toBeUndefined();
  });
});
