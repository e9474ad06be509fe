import type { BankReason } from "../../rails/bank-work.ts";
import { returnCodeOf } from "../../rails/nacha/return-codes.ts";

const centsPerDollar = 100n;
const magicDollars = 55n;

/** An ACH entry of 55.NN comes back with the code RNN, where a bank may return one with that code. */
export function magicReturnOf(amountCents: bigint): BankReason | undefined {
  if (amountCents / centsPerDollar !== magicDollars) return undefined;
  return achReasonOf(`R${`${amountCents % centsPerDollar}`.padStart(2, "0")}`);
}

/** Undefined for what is no code of a return: there is none such, or it answers a return. */
export function achReasonOf(code: string): BankReason | undefined {
  const known = returnCodeOf(code);
  return known?.stage === "return" ? { code, text: known.reason } : undefined;
}
