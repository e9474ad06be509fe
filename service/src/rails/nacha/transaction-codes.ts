import { assert } from "../../kernel/assert.ts";

/** Meaning of a two-digit transaction code: account type, direction and use. */
export interface TransactionCode {
  readonly account: NachaAccountType | "ledger" | "loan";
  readonly direction: NachaDirection;
  /** A prenote validates an account; a zero dollar entry carries only text; the others move or return money. */
  readonly use: "money" | "prenote" | "zero_dollar" | "return";
}

export type NachaAccountType = "checking" | "savings";
/** From the receiver's view: a credit is paid into the account. */
export type NachaDirection = "credit" | "debit";

/** Undefined for an unassigned code. 81 to 88 are for ADV entries, which are not supported. */
export function transactionCodeOf(code: string): TransactionCode | undefined {
  return codes.get(code);
}

export function creditCode(account: NachaAccountType): string {
  return codeOf({ account, direction: "credit", use: "money" });
}

export function debitCode(account: NachaAccountType): string {
  return codeOf({ account, direction: "debit", use: "money" });
}

/** Prenotification: validates an account, without money. */
export function prenoteCode(direction: NachaDirection, account: NachaAccountType): string {
  return codeOf({ account, direction, use: "prenote" });
}

/** The code of the return or correction of an entry. */
export function returnCodeFor(code: string): string {
  const original = transactionCodeOf(code);
  assert(original !== undefined && original.use !== "return", "a return cannot be returned");
  return codeOf({ ...original, use: "return" });
}

const codes = new Map<string, TransactionCode>([
  ...family("2", "checking"),
  ...family("3", "savings"),
  ...family("4", "ledger"),
  // Loans are credited; they are debited only to reverse a credit, so there are no debit prenotes.
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

function codeOf(target: TransactionCode): string {
  for (const [code, { account, direction, use }] of codes) {
    if (account === target.account && direction === target.direction && use === target.use) return code;
  }
  assert(
    false,
    `no transaction code for ${target.use} as a ${target.direction} of a ${target.account} account`,
  );
}
