import { complain, type ValidationIssue } from "../../accounts/index.ts";
import { type BankRail, isBankRail, isDebit } from "../../rails/rail.ts";
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
  return transferType === "wire"
    ? complain("cannot be added by a link; to pay by wire, add the bank account with its street addresses")
    : transferType;
}

const isNoRail: ValidationIssue = complain("is a chain, not a bank rail");
