import { expect, test } from "vitest";
import { failedInstruction, failureOf } from "./failure-reason.ts";
import { systemProgram, token2022Program } from "./programs.ts";

const custom = (code: number): unknown => ({ InstructionError: [3, { Custom: code }] });
const associated = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";

test.each([
  ["too few tokens", custom(1), token2022Program, "insufficient_tokens"],
  ["a frozen account", custom(17), token2022Program, "frozen"],
  ["a paused token", custom(67), token2022Program, "paused"],
  ["another token program error", custom(4), token2022Program, "rejected"],
  ["a fee payer that cannot pay for an account", custom(1), associated, "rejected"],
  ["an account that exists", custom(0), systemProgram, "reference_used"],
  ["an error code of an unknown program", custom(1), undefined, "rejected"],
  ["an error without a code", { InstructionError: [0, "InvalidAccountData"] }, token2022Program, "rejected"],
  ["a transaction that failed as a whole", "InsufficientFundsForFee", undefined, "rejected"],
  ["rent", { InsufficientFundsForRent: { account_index: 1 } }, undefined, "rejected"],
])("%s is classified", (_, error, program, reason) => {
  expect(failureOf(error, program).reason).toBe(reason);
});

test("the failed instruction is identified by its index", () => {
  expect(failedInstruction(custom(1))).toBe(3);
  expect(failedInstruction("InsufficientFundsForFee")).toBeUndefined();
});
