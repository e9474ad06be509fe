import type { Session } from "../db/database.ts";
import { type SqlValue, statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import type { Actor } from "../kernel/cause.ts";
import type { AccountId, ApplicationId, Network, TenantId, UserId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { AuditEntry, AuditEntryId, AuditedFields, AuditScope, RecordedEntry } from "./audit-entry.ts";

/** Stored in place of a tenant id. Tenant ids have 26 characters, so the two cannot collide. */
const platformLog = "platform";

export async function insertAuditEntries(
  tx: Session,
  { tenantId, network }: AuditScope,
  entries: readonly (AuditEntry & { readonly id: AuditEntryId })[],
  at: Instant,
): Promise<void> {
  await tx.run(insertStatement, [
    tenantId ?? platformLog,
    at,
    entries.map(({ id }) => id),
    entries.map((entry) => entry.network ?? network),
    entries.map(({ accountId }) => accountId),
    entries.map(({ cause }) => cause.actor.type),
    entries.map(({ cause }) => nameOf(cause.actor)),
    entries.map(({ cause }) => cause.requestId),
    entries.map(({ action }) => action),
    entries.map(({ subject }) => subject.type),
    entries.map(({ subject }) => subject.id),
    entries.map(({ before }) => auditedText(before)),
    entries.map(({ after }) => auditedText(after)),
  ]);
}

const insertStatement = statement(`
  INSERT INTO audit_log (tenant_id, at, id, network, account_id, actor_type, actor_id, request_id, action,
                         subject_type, subject_id, before, after)
  SELECT $1, to_timestamp($2::double precision / 1000), id, network, account_id, actor_type, actor_id, request_id,
         action, subject_type, subject_id, before::jsonb, after::jsonb
    FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                $11::text[], $12::text[], $13::text[])
      AS entry (id, network, account_id, actor_type, actor_id, request_id, action, subject_type, subject_id, before,
                after)`);

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
  SELECT ${columns} FROM audit_log ${where([...walked, ...passedOver])}
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
  SELECT ${columns}
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

const columns = `tenant_id, at, id, network, account_id, actor_type, actor_id, request_id, action, subject_type, subject_id,
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

type EntryRow = Omit<RecordedEntry, "tenantId" | "actor" | "subject"> & {
  readonly tenantId: TenantId | typeof platformLog;
  readonly actorType: Actor["type"];
  readonly actorId: string;
  readonly subjectType: string;
  readonly subjectId: string;
};

function toEntry({ tenantId, actorType, actorId, subjectType, subjectId, ...row }: EntryRow): RecordedEntry {
  return {
    ...row,
    tenantId: tenantId === platformLog ? undefined : tenantId,
    actor: toActor(actorType, actorId),
    subject: { type: subjectType, id: subjectId },
  };
}

function nameOf(actor: Actor): string {
  return actor.type === "application" || actor.type === "user" ? actor.id : actor.name;
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

const maxFields = 50;
const maxTextLength = 1_000;

/** Serializes fields for the log. Long texts are truncated: the log records the change, not a copy of the data. */
function auditedText(fields: AuditedFields | undefined): string | null {
  if (fields === undefined) return null;
  const entries = Object.entries(fields);
  assert(entries.length <= maxFields, `an audit log entry has at most ${maxFields} fields`);
  return JSON.stringify(Object.fromEntries(entries.map(([name, value]) => [name, storable(value)])));
}

/** PostgreSQL stores neither U+0000 nor unpaired surrogates; an audit log entry must not fail its change. */
function storable(value: AuditedFields[string]): AuditedFields[string] {
  if (typeof value !== "string") return value;
  const text = value.length <= maxTextLength ? value : `${value.slice(0, maxTextLength - 1)}…`;
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}
