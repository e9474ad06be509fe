import { type Complaint, complain } from "../../accounts/index.ts";
import { type BankRail, isBankRail } from "../../rails/rail.ts";
import type { TransferType } from "../transfer-type.ts";

const debitRails: readonly BankRail[] = ["ach_debit", "same_day_ach_debit"];

/** A rail by which a bank account that nobody has linked can be paid. */
export function readCreditRail(transferType: TransferType): BankRail | Complaint {
  if (!isBankRail(transferType)) return complain("is a chain; a bank account is on none");
  return debitRails.includes(transferType)
    ? complain("cannot be added by hand: to debit a bank account, link the bank instead")
    : transferType;
}
