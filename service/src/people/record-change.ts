import { type AuditDeps, type AuditedFields, recordAudit } from "../audit/index.ts";
import type { Session } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import type { TenantId } from "../kernel/id.ts";

/** Something that people did with people. E-mails and names stay out: an id says who. */
export interface PeopleChange {
  readonly cause: Cause;
  /** `<noun>.<verb>`; the noun is the type of the subject. */
  readonly action: `${"person" | "passkey" | "invitation" | "member" | "session"}.${string}`;
  readonly id: string;
  /** Where it concerns one tenant; else it stands in the platform's log. */
  readonly tenantId?: TenantId | undefined;
  readonly before?: AuditedFields;
  readonly after?: AuditedFields;
}

/** Call it in the transaction of the change. */
export function recordChange(deps: AuditDeps, tx: Session, change: PeopleChange): Promise<void> {
  const { cause, action, id, tenantId, before, after } = change;
  const [type = ""] = action.split(".");
  return recordAudit(deps, tx, { tenantId, network: undefined }, [
    {
      cause,
      action,
      subject: { type, id },
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
  ]);
}
