import { type AuditDeps, type AuditedFields, recordAudit } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { LinkSession } from "./link-session.ts";

export interface AuditedStep {
  readonly cause: Cause;
  readonly action: "bank_link.open" | "bank_link.pick" | "bank_link.register";
  readonly session: LinkSession;
  readonly after: AuditedFields;
}

/** The log contains neither tokens nor the picked account. */
export function auditSession(
  deps: AuditDeps,
  tx: Transaction,
  { cause, action, session, after }: AuditedStep,
): Promise<void> {
  const subject = { type: "bank_link_session", id: session.id };
  return recordAudit(deps, tx, session, [{ cause, action, subject, accountId: session.accountId, after }]);
}
