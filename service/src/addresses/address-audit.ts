import { type AuditDeps, type AuditedFields, recordAudit } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { type Address, shownAddress } from "./address.ts";
import { maskAccountNumber } from "./bank/account-number.ts";
import type { BankDetails } from "./bank/bank-details.ts";

export interface AuditedChange {
  readonly cause: Cause;
  readonly action: "address.create" | "address.update";
  readonly before?: Address;
  readonly after: Address;
  readonly bank?: BankDetails;
  /** Changed street addresses of a bank account, which are not in the log themselves. */
  readonly changed?: readonly string[];
}

/** For bank accounts the log contains only the last digits, and not the owner. */
export async function auditAddress(
  deps: AuditDeps,
  tx: Transaction,
  { cause, action, before, after, bank, changed = [] }: AuditedChange,
): Promise<void> {
  await recordAudit(deps, tx, after, [
    {
      cause,
      action,
      subject: { type: "address", id: after.id },
      accountId: after.accountId,
      ...(before === undefined ? {} : { before: fieldsOf(before, undefined) }),
      after: {
        ...fieldsOf(after, bank),
        ...(changed.length === 0 ? {} : { changed_details: changed.join(" ") }),
      },
    },
  ]);
}

function fieldsOf(address: Address, bank: BankDetails | undefined): AuditedFields {
  return {
    type: address.kind,
    name: address.name,
    status: address.status,
    transfer_types: address.transferTypes.join(" "),
    ...(address.ownership === undefined ? {} : { ownership: address.ownership }),
    ...(address.medium === "chain" ? { address: shownAddress(address) } : {}),
    ...(address.medium === "bank" && address.verification !== undefined
      ? { verification: address.verification }
      : {}),
    ...(address.medium === "bank" && address.prenote !== undefined ? { prenote: address.prenote } : {}),
    ...(address.medium === "bank" && address.debitBlockCode !== undefined
      ? { debit_block: address.debitBlockCode }
      : {}),
    ...(bank === undefined
      ? {}
      : { account_number: maskAccountNumber(bank.accountNumber), holder_type: bank.holderType ?? null }),
  };
}
