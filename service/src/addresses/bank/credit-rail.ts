import { type Complaint, complain } from "../../accounts/index.ts";
import { type BankRail, isBankRail, isDebit } from "../../rails/rail.ts";
import type { TransferType } from "../transfer-type.ts";

/** A rail by which a bank account that nobody has linked can be paid. */
export function readCreditRail(transferType: TransferType): BankRail | Complaint {
  if (!isBankRail(transferType)) return isNoRail;
  return isDebit(transferType)
    ? complain("cannot be added by hand: to debit a bank account, link the bank instead")
    : transferType;
}

/** A rail that a bank account can have which its owner has linked, or is about to. */
export function readLinkedRail(transferType: TransferType): BankRail | Complaint {
  if (!isBankRail(transferType)) return isNoRail;
  return transferType === "wire"
    ? complain("cannot be had by a link; to pay a bank account by wire, add it with its street addresses")
    : transferType;
}

const isNoRail: Complaint = complain("is a chain; a bank account is on none");
