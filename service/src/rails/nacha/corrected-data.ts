import { isRoutingNumber } from "./routing-digits.ts";
import { type NachaAccountType, transactionCodeOf } from "./transaction-codes.ts";

/** Account data as the receiving bank has it; undefined fields were correct. */
export interface CorrectedAccount {
  readonly routingNumber: string | undefined;
  readonly accountNumber: string | undefined;
  readonly accountType: NachaAccountType | undefined;
}

/** Change codes whose corrected data replace account data of the receiver. */
export function correctsAccount(code: string): boolean {
  return layouts.has(code);
}

/**
 * The corrected data of a notification of change, by its change code. Undefined if the code is about other data, or if
 * the data are malformed: the originator may refuse such a notification with C65.
 */
export function readCorrectedData(code: string, data: string): CorrectedAccount | undefined {
  const found = layouts.get(code)?.exec(data)?.groups;
  if (found === undefined) return undefined;
  const { routing, account, transaction } = found;
  const known = transaction === undefined ? undefined : transactionCodeOf(transaction)?.account;
  const accountType = known === "checking" || known === "savings" ? known : undefined;
  if (routing !== undefined && !isRoutingNumber(routing)) return undefined;
  if (transaction !== undefined && accountType === undefined) return undefined;
  return { routingNumber: routing, accountNumber: account?.trim(), accountType };
}

/**
 * Nacha places the parts in fixed columns of 29, with blanks between them. Banks differ in the number of blanks, so only
 * their order counts. In C07 nothing separates the routing number, nor an account number of 17 characters.
 */
const layouts: ReadonlyMap<string, RegExp> = new Map([
  ["C01", /^(?<account>.{1,17})$/],
  ["C02", /^(?<routing>[0-9]{9})$/],
  ["C03", /^(?<routing>[0-9]{9}) +(?<account>[^ ].{0,16})$/],
  ["C05", /^(?<transaction>[0-9]{2})$/],
  ["C06", /^(?<account>.{1,17}) +(?<transaction>[0-9]{2})$/],
  ["C07", /^(?<routing>[0-9]{9}) *(?<account>[^ ]{17}|[^ ]{1,17}(?= )) *(?<transaction>[0-9]{2})$/],
]);
