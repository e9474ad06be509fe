import { type BankReason, reasonText, returnCodeOf } from "@florin/service/sandbox-ports";

const centsPerDollar = 100n;
const magicDollars = 55n;
const magicAgentDollars = 57n;

/** An ACH entry of 55.NN is returned with code RNN, if a bank may use that code for a return. */
export function magicReturnOf(amountCents: bigint): BankReason | undefined {
  const number = magicNumberOf(amountCents);
  return number === undefined ? undefined : achReasonOf(`R${number}`);
}

/**
 * On a rail that settles at once, a payment of 55.NN is rejected with code ACNN, because of the account, and one of 57.NN
 * with AGNN or ABNN, by the bank: nothing else could reject it in time.
 */
export function magicRejectionOf(amountCents: bigint): BankReason | undefined {
  const account = magicNumberOf(amountCents);
  const agent = magicNumberOf(amountCents, magicAgentDollars);
  const codes = [...(account === undefined ? [] : [`AC${account}`]), ...agentCodesOf(agent)];
  return codes.map((code) => ({ code, text: reasonText(code) })).find(isKnown);
}

function agentCodesOf(number: string | undefined): readonly string[] {
  return number === undefined ? [] : [`AG${number}`, `AB${number}`];
}

function isKnown(reason: { readonly code: string; readonly text: string | undefined }): reason is BankReason {
  return reason.text !== undefined;
}

const magicCorrectionCents = 56_05n;

/** The corrected data of C05 after an ACH entry of 56.05: the transaction code of the other type of account. */
export function magicCorrectionOf(amountCents: bigint, transactionCode: string): string | undefined {
  if (amountCents !== magicCorrectionCents) return undefined;
  const otherDigit = { "2": "3", "3": "2" }[transactionCode.slice(0, 1)];
  return otherDigit === undefined ? undefined : `${otherDigit}${transactionCode.slice(1)}`;
}

function magicNumberOf(amountCents: bigint, dollars = magicDollars): string | undefined {
  if (amountCents / centsPerDollar !== dollars) return undefined;
  return `${amountCents % centsPerDollar}`.padStart(2, "0");
}

/** Undefined if the code does not exist or is not for returns, such as codes for dishonored returns. */
export function achReasonOf(code: string): BankReason | undefined {
  const known = returnCodeOf(code);
  return known?.stage === "return" ? { code, text: known.reason } : undefined;
}
