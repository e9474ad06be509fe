import type { Session } from "../db/database.ts";
import { type SqlValue, type Statement, statement } from "../db/statement.ts";
import type { Actor } from "../kernel/cause.ts";
import type { AccountId, ApplicationId, Network, TenantId, UserId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { chainOf, nameOfActor, platformLog, type RecordedEntry } from "./audit-entry.ts";

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

const insertStatement: Statement = {
  ...statement(`
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
  VALUES ($1, ($3::text[])[1], to_timestamp($2::double precision / 1000), $3::text[], $14::bytea[])`),
  onCitus: statement("SELECT add_audit_entries($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)"),
};

/** Filters; every field that is set must match. */
export interface AuditQuery {
  /** `platform` for changes to the service itself; undefined for all logs. */
  readonly tenantId?: TenantId | "platform";
  readonly accountId?: AccountId;
  readonly subjectId?: string;
  /** An application or user id, an operator's name, or the name of a system actor. */
  readonly actorId?: string;
  readonly action?: string;
  readonly requestId?: string;
  readonly since?: Instant;
  /** Exclusive end of the time range. */
  readonly until?: Instant;
  /** Entries of this network and those shared by both; undefined for every entry. */
  readonly network?: Network;
  /** Excluded actions. */
  readonly withoutActions?: readonly string[];
  /** Only entries older than this one: the last entry of the previous page. */
  readonly olderThan?: AuditPosition;
  /** Only entries newer than this one, oldest first (nearest to it first). */
  readonly newerThan?: AuditPosition;
  readonly limit: number;
}

export type AuditPosition = Pick<RecordedEntry, "at" | "id">;

/**
 * Indexes: audit_log_by_subject, audit_log_by_account, the primary key with a tenant, and audit_log_by_time without
 * one, which is for operators and never on the request path. An optional condition (`$1 IS NULL OR …`) would keep a
 * prepared statement from using any of them, so the statement contains only the conditions that are set.
 */
export async function selectAuditEntries(
  session: Session,
  query: AuditQuery,
): Promise<readonly RecordedEntry[]> {
  const { walked, passedOver, values, place } = conditionsOf(query);
  const select = statement<EntryRow>(`
  SELECT ${entryColumns} FROM audit_log ${where([...walked, ...passedOver])}
   ORDER BY ${orderOf(query)} LIMIT ${place(query.limit)}`);
  return (await session.rows(select, values)).map(toEntry);
}

/** Like `selectAuditEntries`, but reads at most `maxWalked` entries, including those that the filters skip. */
export async function selectAuditEntriesWithin(
  session: Session,
  query: AuditQuery,
  maxWalked: number,
): Promise<readonly RecordedEntry[]> {
  const { walked, passedOver, values, place } = conditionsOf(query);
  const select = statement<EntryRow>(`
  SELECT ${entryColumns}
    FROM (SELECT * FROM audit_log ${where(walked)} ORDER BY ${orderOf(query)} LIMIT ${place(maxWalked)}) AS walked
   ${where(passedOver)} ORDER BY ${orderOf(query)} LIMIT ${place(query.limit)}`);
  return (await session.rows(select, values)).map(toEntry);
}

/** The last entry that such a scan reads; undefined if it reaches the end of the log. */
export async function selectEndOfWalk(
  session: Session,
  query: AuditQuery,
  maxWalked: number,
): Promise<AuditPosition | undefined> {
  const { walked, values, place } = conditionsOf({ ...query, ...noLooseFilters });
  const select = statement<AuditPosition>(`
  SELECT at, id FROM audit_log ${where(walked)} ORDER BY ${orderOf(query)} OFFSET ${place(maxWalked - 1)} LIMIT 1`);
  return session.first(select, values);
}

/** Of `EntryRow`. */
export const entryColumns = `tenant_id, at, id, network, account_id, actor_type, actor_id, request_id, action, subject_type, subject_id,
         before, after`;

const noLooseFilters: Partial<Record<LooseFilter, undefined>> = {
  actorId: undefined,
  action: undefined,
  requestId: undefined,
  network: undefined,
  withoutActions: undefined,
};

type LooseFilter = "actorId" | "action" | "requestId" | "network" | "withoutActions";

function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
}

function orderOf({ newerThan }: AuditQuery): string {
  return newerThan === undefined ? "at DESC, id DESC" : "at, id";
}

/** Index conditions, and filters that skip entries along the index. */
function conditionsOf({ since, until, olderThan, newerThan, ...query }: WithUndefined<AuditQuery>) {
  const values: SqlValue[] = [];
  const place = (value: SqlValue): string => `$${values.push(value)}`;
  const moment = (instant: Instant): string => `${place(formatInstant(instant))}::timestamptz`;
  const position = ({ at, id }: AuditPosition): string => `(${moment(at)}, ${place(id)})`;
  const equal = (column: string, value: string | undefined): readonly string[] =>
    value === undefined ? [] : [`${column} = ${place(value)}`];
  const { network, withoutActions } = query;
  const walked = [
    ...equal("tenant_id", query.tenantId),
    ...equal("account_id", query.accountId),
    ...equal("subject_id", query.subjectId),
    ...(since === undefined ? [] : [`at >= ${moment(since)}`]),
    ...(until === undefined ? [] : [`at < ${moment(until)}`]),
    ...(olderThan === undefined ? [] : [`(at, id) < ${position(olderThan)}`]),
    ...(newerThan === undefined ? [] : [`(at, id) > ${position(newerThan)}`]),
  ];
  const passedOver = [
    ...equal("actor_id", query.actorId),
    ...equal("action", query.action),
    ...equal("request_id", query.requestId),
    ...(network === undefined ? [] : [`(network = ${place(network)} OR network IS NULL)`]),
    ...(withoutActions === undefined ? [] : [`action <> ALL (${place(withoutActions)}::text[])`]),
  ];
  return { walked, passedOver, values, place };
}

type WithUndefined<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | undefined };

export type EntryRow = Omit<RecordedEntry, "tenantId" | "actor" | "subject"> & {
  readonly tenantId: TenantId | typeof platformLog;
  readonly actorType: Actor["type"];
  readonly actorId: string;
  readonly subjectType: string;
  readonly subjectId: string;
};

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
