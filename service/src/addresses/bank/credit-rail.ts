import { complain, type ValidationIssue } from "../../accounts/index.ts";
import { type BankRail, bankRails, isBankRail, isDebit, railOf } from "../../rails/rail.ts";
import type { TransferType } from "../transfer-type.ts";

/** A rail for paying a bank account that is not linked. */
export function readCreditRail(transferType: TransferType): BankRail | ValidationIssue {
  if (!isBankRail(transferType)) return isNoRail;
  return isDebit(transferType)
    ? complain("cannot be added manually; link the bank account to debit it")
    : transferType;
}

/** A rail of a bank account that is linked, or about to be. */
export function readLinkedRail(transferType: TransferType): BankRail | ValidationIssue {
  if (!isBankRail(transferType)) return isNoRail;
  const { requires, name } = railOf(transferType);
  return requires.length > 0
    ? complain(`cannot be added by a link; to pay by ${name}, add the bank account with its street addresses`)
    : transferType;
}

/** Rails of linked bank accounts, whose street addresses are unknown. */
export const linkableRails: readonly BankRail[] = bankRails.filter(
  (rail) => railOf(rail).requires.length === 0,
);

/** Names for the description of a field. */
export function namesOf(rails: readonly BankRail[]): string {
  return rails.map((rail) => `\`${rail}\``).join(", ");
}

const isNoRail: ValidationIssue = complain("is a chain, not a bank rail");
