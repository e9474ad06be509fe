import { assert } from "../../kernel/assert.ts";

/** What the two digits of a transaction code say: which account, which direction, and what for. */
export interface TransactionCode {
  readonly account: NachaAccountType | "ledger" | "loan";
  readonly direction: NachaDirection;
  /** A prenote tries an account out; a zero dollar entry carries text alone; the rest is money, or its way back. */
  readonly use: "money" | "prenote" | "zero_dollar" | "return";
}

export type NachaAccountType = "checking" | "savings";
/** Seen from the account: a credit is paid into it. */
export type NachaDirection = "credit" | "debit";

/** Undefined for a code that is not in use; 81 to 88 are of advices, which stand in no file of payments. */
export function transactionCodeOf(code: string): TransactionCode | undefined {
  return codes.get(code);
}

export function creditCode(account: NachaAccountType): string {
  return codeOf({ account, direction: "credit", use: "money" });
}

export function debitCode(account: NachaAccountType): string {
  return codeOf({ account, direction: "debit", use: "money" });
}

/** Tries an account out, without money. */
export function prenoteCode(direction: NachaDirection, account: NachaAccountType): string {
  return codeOf({ account, direction, use: "prenote" });
}

/** The code under which an entry comes back, or is corrected. */
export function returnCodeFor(code: string): string {
  const original = transactionCodeOf(code);
  assert(original !== undefined && original.use !== "return", "a return itself does not come back");
  return codeOf({ ...original, use: "return" });
}

/** The code that takes back what this one did. */
export function reversalCodeFor(code: string): string {
  const original = transactionCodeOf(code);
  assert(original?.use === "money", "only an entry that moved money can be reversed");
  return codeOf({ ...original, direction: original.direction === "credit" ? "debit" : "credit" });
}

const codes = new Map<string, TransactionCode>([
  ...family("2", "checking"),
  ...family("3", "savings"),
  ...family("4", "ledger"),
  // A loan is paid off by credits; it is debited only to take one back, so there is nothing to try out.
  ...family("5", "loan").filter(([, { direction }]) => direction === "credit"),
  ["55", { account: "loan", direction: "debit", use: "money" }],
  ["56", { account: "loan", direction: "debit", use: "return" }],
]);

function family(
  digit: string,
  account: TransactionCode["account"],
): readonly (readonly [string, TransactionCode])[] {
  return [
    [`${digit}1`, { account, direction: "credit", use: "return" }],
    [`${digit}2`, { account, direction: "credit", use: "money" }],
    [`${digit}3`, { account, direction: "credit", use: "prenote" }],
    [`${digit}4`, { account, direction: "credit", use: "zero_dollar" }],
    [`${digit}6`, { account, direction: "debit", use: "return" }],
    [`${digit}7`, { account, direction: "debit", use: "money" }],
    [`${digit}8`, { account, direction: "debit", use: "prenote" }],
    [`${digit}9`, { account, direction: "debit", use: "zero_dollar" }],
  ];
}

function codeOf(wanted: TransactionCode): string {
  for (const [code, { account, direction, use }] of codes) {
    if (account === wanted.account && direction === wanted.direction && use === wanted.use) return code;
  }
  assert(false, `there is no code for ${wanted.use} as a ${wanted.direction} of a ${wanted.account} account`);
}
