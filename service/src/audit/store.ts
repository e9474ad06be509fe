import type { Session } from "../db/database.ts";
import { list } from "../db/list.ts";
import { skipping } from "../db/list-filters.ts";
import { type Statement, statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import type { Actor } from "../kernel/cause.ts";
import type { AccountId, ApplicationId, Network, TenantId, UserId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { chainOf, nameOfActor, platformLog, type RecordedEntry } from "./audit-entry.ts";
import { auditLog } from "./tables.ts";

/** Writes the entries, and puts them into the line for the sealer: `audit_unsealed` has one row for all of them. */
export async function insertAuditEntries(
  tx: Session,
  tenantId: TenantId | undefined,
  at: Instant,
  entries: readonly RecordedEntry[],
  digests: readonly Buffer[],
): Promise<void> {
  await tx.run(insertStatement, [
    chainOf(tenantId),
    at,
    entries.map(({ id }) => id),
    entries.map(({ network }) => network),
    entries.map(({ accountId }) => accountId),
    entries.map(({ actor }) => actor.type),
    entries.map(({ actor }) => nameOfActor(actor)),
    entries.map(({ requestId }) => requestId),
    entries.map(({ action }) => action),
    entries.map(({ subject }) => subject.type),
    entries.map(({ subject }) => subject.id),
    entries.map(({ before }) => (before === undefined ? null : JSON.stringify(before))),
    entries.map(({ after }) => (after === undefined ? null : JSON.stringify(after))),
    digests,
  ]);
}

const recordsAudit = 10;
const insertStatement: Statement = {
  ...statement(
    `
  WITH recorded AS (
    INSERT INTO audit_log (tenant_id, at, id, network, account_id, actor_type, actor_id, request_id, action,
                           subject_type, subject_id, before, after)
    SELECT $1, to_timestamp($2::double precision / 1000), id, network, account_id, actor_type, actor_id, request_id,
           action, subject_type, subject_id, before::jsonb, after::jsonb
      FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                  $11::text[], $12::text[], $13::text[])
        AS entry (id, network, account_id, actor_type, actor_id, request_id, action, subject_type, subject_id, before,
                  after))
  INSERT INTO audit_unsealed (tenant_id, id, at, entry_ids, digests)
  VALUES ($1, ($3::text[])[1], to_timestamp($2::double precision / 1000), $3::text[], $14::bytea[])`,
    { recordsAudit },
  ),
  onCitus: statement(
    "SELECT add_audit_entries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
    {
      recordsAudit,
    },
  ),
};

/** Every field that is set must match. */
export interface AuditFilters {
  /** `platform` for changes to the service itself; undefined for all logs. */
  readonly tenantId?: TenantId | "platform" | undefined;
  readonly accountId?: AccountId | undefined;
  readonly subjectId?: string | undefined;
  readonly since?: Instant | undefined;
  /** Exclusive end of the time range. */
  readonly until?: Instant | undefined;
  /** An application or user id, an operator's name, or the name of a system actor. */
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly requestId?: string | undefined;
  /** Entries of this network and those shared by both; undefined for every entry. */
  readonly network?: Network | undefined;
  /** Excluded actions. */
  readonly withoutActions?: readonly string[] | undefined;
}

/**
 * The log, newest first. Indexes: audit_log_by_subject, audit_log_by_account, the primary key with a tenant, and
 * audit_log_by_time without one, which is for operators and never on the request path.
 */
export const auditEntries = list<EntryRow, AuditFilters, RecordedEntry>({
  from: auditLog,
  filters: {
    tenantId: "tenant_id",
    accountId: "account_id",
    subjectId: "subject_id",
    since: (instant, { bind }) => `at >= ${bind(formatInstant(instant))}::timestamptz`,
    until: (instant, { bind }) => `at < ${bind(formatInstant(instant))}::timestamptz`,
    actorId: skipping("actor_id"),
    action: skipping("action"),
    requestId: skipping("request_id"),
    network: (network, { bind }) => ({ skips: () => `(network = ${bind(network)} OR network IS NULL)` }),
    withoutActions: (actions, { bind }) => ({ skips: () => `action <> ALL (${bind(actions)}::text[])` }),
  },
  orders: { created: ["at", "id"] },
  time: false,
  maxRead: 50_000,
  toItem: toEntry,
});

/** The newest entries, however many of the log are read to find them: not for the request path. */
export async function readAudit(
  session: Session,
  { limit, ...query }: AuditFilters & { readonly limit: number },
): Promise<readonly RecordedEntry[]> {
  return (await auditEntries.read(session, query, { limit, maxRead: Number.POSITIVE_INFINITY })).items;
}

export type EntryRow = RowOf<typeof auditLog>;

export function toEntry({
  tenantId,
  actorType,
  actorId,
  subjectType,
  subjectId,
  ...row
}: EntryRow): RecordedEntry {
  return {
    ...row,
    tenantId: tenantId === platformLog ? undefined : tenantId,
    actor: toActor(actorType, actorId),
    subject: { type: subjectType, id: subjectId },
  };
}

function toActor(type: Actor["type"], name: string): Actor {
  switch (type) {
    case "application":
      return { type, id: name as ApplicationId };
    case "user":
      return { type, id: name as UserId };
    case "operator":
    case "system":
      return { type, name };
  }
}
