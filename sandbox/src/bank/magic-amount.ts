import { type BankReason, returnCodeOf } from "@florin/service/sandbox-ports";

const centsPerDollar = 100n;
const magicDollars = 55n;

/** An ACH entry of 55.NN is returned with code RNN, if a bank may use that code for a return. */
export function magicReturnOf(amountCents: bigint): BankReason | undefined {
  if (amountCents / centsPerDollar !== magicDollars) return undefined;
  return achReasonOf(`R${`${amountCents % centsPerDollar}`.padStart(2, "0")}`);
}

/** Undefined if the code does not exist or is not for returns, such as codes for dishonored returns. */
export function achReasonOf(code: string): BankReason | undefined {
  const known = returnCodeOf(code);
  return known?.stage === "return" ? { code, text: known.reason } : undefined;
}
