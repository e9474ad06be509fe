import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Actor } from "../kernel/cause.ts";
import type { Id } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { AuditEntry, AuditScope } from "./audit-entry.ts";

export async function insertAuditEntries(
  tx: Session,
  { tenantId, network }: AuditScope,
  entries: readonly (AuditEntry & { readonly id: Id<"audit-entry"> })[],
  at: Instant,
): Promise<void> {
  const asJson = (fields: AuditEntry["after"]) => (fields === undefined ? null : JSON.stringify(fields));
  await tx.run(insertStatement, [
    tenantId,
    network ?? null,
    at,
    entries.map(({ id }) => id),
    entries.map(({ accountId }) => accountId ?? null),
    entries.map(({ cause }) => cause.actor.type),
    entries.map(({ cause }) => nameOf(cause.actor)),
    entries.map(({ cause }) => cause.requestId ?? null),
    entries.map(({ action }) => action),
    entries.map(({ subject }) => subject.type),
    entries.map(({ subject }) => subject.id),
    entries.map(({ before }) => asJson(before)),
    entries.map(({ after }) => asJson(after)),
  ]);
}

const insertStatement = statement(`
  INSERT INTO audit_log (tenant_id, network, at, id, account_id, actor_type, actor_id, request_id, action,
                         subject_type, subject_id, before, after)
  SELECT $1, $2, to_timestamp($3::double precision / 1000), id, account_id, actor_type, actor_id, request_id, action,
         subject_type, subject_id, before::jsonb, after::jsonb
    FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
                $12::text[], $13::text[])
      AS entry (id, account_id, actor_type, actor_id, request_id, action, subject_type, subject_id, before, after)`);

function nameOf(actor: Actor): string {
  return actor.type === "application" || actor.type === "person" ? actor.id : actor.name;
}
