import {
  type AuditDeps,
  type AuditedFields,
  type RecordRefusedAddress,
  recordAudit,
} from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import type { Application } from "./application.ts";

export interface ApplicationChange {
  readonly cause: Cause;
  readonly verb:
    | "create"
    | "rotate_secret"
    | "expire_secret"
    | "add_key"
    | "revoke_key"
    | "change_scopes"
    | "restrict"
    | "revoke";
  readonly before?: AuditedFields;
  readonly after: AuditedFields;
}

/** Every change of an application has the application as its target, so that its history is one list. */
export async function recordApplicationChange(
  deps: AuditDeps,
  tx: Transaction,
  { tenantId, network, accountId, id }: Application,
  { verb, ...change }: ApplicationChange,
): Promise<void> {
  await recordAudit(deps, tx, { tenantId, network }, [
    { ...change, action: `application.${verb}`, subject: { type: "application", id }, accountId },
  ]);
}

/** Records that the application was used from an address that it does not allow. */
export function recordRefusedUse(
  record: RecordRefusedAddress,
  { tenantId, network, accountId, id }: Pick<Application, "tenantId" | "network" | "accountId" | "id">,
  address: string,
): Promise<void> {
  const cause: Cause = { actor: { type: "application", id }, requestId: undefined };
  return record({ tenantId, network }, { cause, subject: { type: "application", id }, accountId, address });
}
