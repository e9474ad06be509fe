import type { Session } from "../db/database.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import type { AuditEntry, AuditScope } from "./audit-entry.ts";
import { insertAuditEntries } from "./store.ts";

export interface AuditDeps {
  readonly newId: NewId;
  readonly clock: Clock;
}

const entriesPerStatement = 1_000;

/** Call it in the transaction of the change, so that neither is committed without the other. */
export async function recordAudit(
  { newId, clock }: AuditDeps,
  tx: Session,
  scope: AuditScope,
  entries: readonly AuditEntry[],
): Promise<void> {
  const at = clock.now();
  const identified = entries.map((entry) => ({ ...entry, id: newId<"audit-entry">() }));
  for (let start = 0; start < identified.length; start += entriesPerStatement) {
    await insertAuditEntries(tx, scope, identified.slice(start, start + entriesPerStatement), at);
  }
}
