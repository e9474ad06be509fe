import { type BankReason, reasonText, returnCodeOf } from "@florin/service/sandbox-ports";

const centsPerDollar = 100n;
const magicDollars = 55n;

/** An ACH entry of 55.NN is returned with code RNN, if a bank may use that code for a return. */
export function magicReturnOf(amountCents: bigint): BankReason | undefined {
  const number = magicNumberOf(amountCents);
  return number === undefined ? undefined : achReasonOf(`R${number}`);
}

/** A payment of 55.NN on a rail that settles at once is rejected with code ACNN: nothing else could reject it in time. */
export function magicRejectionOf(amountCents: bigint): BankReason | undefined {
  const code = `AC${magicNumberOf(amountCents) ?? ""}`;
  const text = reasonText(code);
  return text === undefined ? undefined : { code, text };
}

const magicCorrectionCents = 56_05n;

/** The corrected data of C05 after an ACH entry of 56.05: the transaction code of the other type of account. */
export function magicCorrectionOf(amountCents: bigint, transactionCode: string): string | undefined {
  if (amountCents !== magicCorrectionCents) return undefined;
  const otherDigit = { "2": "3", "3": "2" }[transactionCode.slice(0, 1)];
  return otherDigit === undefined ? undefined : `${otherDigit}${transactionCode.slice(1)}`;
}

function magicNumberOf(amountCents: bigint): string | undefined {
  if (amountCents / centsPerDollar !== magicDollars) return undefined;
  return `${amountCents % centsPerDollar}`.padStart(2, "0");
}

/** Undefined if the code does not exist or is not for returns, such as codes for dishonored returns. */
export function achReasonOf(code: string): BankReason | undefined {
  const known = returnCodeOf(code);
  return known?.stage === "return" ? { code, text: known.reason } : undefined;
}
