import { type AuditDeps, type AuditedFields, recordAudit } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { type Automation, memoOf, transferTypeOf, valueTypeOf } from "./automation.ts";

export interface AuditedChange {
  readonly cause: Cause;
  readonly action: "automation.create" | "automation.activate" | "automation.update";
  readonly before?: Automation;
  readonly after: Automation;
}

export async function auditAutomation(
  deps: AuditDeps,
  tx: Transaction,
  { cause, action, before, after }: AuditedChange,
): Promise<void> {
  await recordAudit(deps, tx, after, [
    {
      cause,
      action,
      subject: { type: "automation", id: after.id },
      accountId: after.accountId,
      ...(before === undefined ? {} : { before: fieldsOf(before) }),
      after: fieldsOf(after),
    },
  ]);
}

function fieldsOf({ name, status, source, destination, brandAccountId }: Automation): AuditedFields {
  return {
    name,
    status,
    source_value_type: valueTypeOf(source),
    source_transfer_type: source.medium === "bank" ? null : source.chain,
    source_address_id: source.medium === "bank" ? null : (source.addressId ?? null),
    destination_address_id: destination.addressId,
    destination_value_type: valueTypeOf(destination),
    destination_transfer_type: transferTypeOf(destination),
    destination_memo: memoOf(destination)?.value ?? null,
    brand_account_id: brandAccountId ?? null,
  };
}
