import type { Session } from "../db/database.ts";
import { type SqlValue, statement } from "../db/statement.ts";
import type { Actor } from "../kernel/cause.ts";
import type { AccountId, ApplicationId, Network, PersonId, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { AuditEntry, AuditEntryId, AuditedFields, AuditScope, RecordedEntry } from "./audit-entry.ts";
import { auditedText } from "./audited-fields.ts";

/** Stands in place of a tenant's id, which has 26 characters and so can never be this. */
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
    entries.map((entry) => entry.network ?? network ?? null),
    entries.map(({ accountId }) => accountId ?? null),
    entries.map(({ cause }) => cause.actor.type),
    entries.map(({ cause }) => nameOf(cause.actor)),
    entries.map(({ cause }) => cause.requestId ?? null),
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

/** What to look for; every field that is given must match. */
export interface AuditQuery {
  /** `platform` for what the service did to itself; undefined for all logs together. */
  readonly tenantId?: TenantId | "platform";
  readonly accountId?: AccountId;
  readonly subjectId?: string;
  /** An application's or a person's id, an operator's name, or what the service called itself. */
  readonly actorId?: string;
  readonly action?: string;
  readonly requestId?: string;
  readonly since?: Instant;
  /** Up to this moment, which is itself not included. */
  readonly until?: Instant;
  /** Of this network, or of both; undefined for every entry. */
  readonly network?: Network;
  /** Without these. */
  readonly withoutActions?: readonly string[];
  /** Only what stands behind this entry: the last of the page before. */
  readonly olderThan?: AuditPosition;
  /** Only what stands before this entry, and then the oldest of it first: nearest to it. */
  readonly newerThan?: AuditPosition;
  readonly limit: number;
}

export type AuditPosition = Pick<RecordedEntry, "at" | "id">;

/**
 * Indexes: audit_log_by_subject, audit_log_by_account, the primary key with a tenant, and audit_log_by_time without one,
 * which is for the operator and never on the request path. A condition that may be absent (`$1 IS NULL OR …`) would keep
 * a prepared statement from all of them, so the statement names what is asked for and nothing else.
 */
export async function selectAuditEntries(
  session: Session,
  query: AuditQuery,
): Promise<readonly RecordedEntry[]> {
  const { walked, passedOver, values, place } = conditionsOf(query);
  const select = statement(`
  SELECT ${columns} FROM audit_log ${where([...walked, ...passedOver])}
   ORDER BY ${orderOf(query)} LIMIT ${place(query.limit)}`);
  return (await session.rows<EntryRow>(select, values)).map(toEntry);
}

/** The same, but it looks at no more than so many entries, whatever the filters pass over. */
export async function selectAuditEntriesWithin(
  session: Session,
  query: AuditQuery,
  maxWalked: number,
): Promise<readonly RecordedEntry[]> {
  const { walked, passedOver, values, place } = conditionsOf(query);
  const select = statement(`
  SELECT ${columns}
    FROM (SELECT * FROM audit_log ${where(walked)} ORDER BY ${orderOf(query)} LIMIT ${place(maxWalked)}) AS walked
   ${where(passedOver)} ORDER BY ${orderOf(query)} LIMIT ${place(query.limit)}`);
  return (await session.rows<EntryRow>(select, values)).map(toEntry);
}

/** The last entry that such a walk looks at; undefined when it comes to the end of the log. */
export async function selectEndOfWalk(
  session: Session,
  query: AuditQuery,
  maxWalked: number,
): Promise<AuditPosition | undefined> {
  const { walked, values, place } = conditionsOf({ ...query, ...noLooseFilters });
  const select = statement(`
  SELECT at, id FROM audit_log ${where(walked)} ORDER BY ${orderOf(query)} OFFSET ${place(maxWalked - 1)} LIMIT 1`);
  return session.first<AuditPosition>(select, values);
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

/** Conditions along an index, and those by which entries on the way are passed over. */
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

interface EntryRow {
  readonly tenant_id: TenantId | typeof platformLog;
  readonly at: Instant;
  readonly id: AuditEntryId;
  readonly network: Network | null;
  readonly account_id: AccountId | null;
  readonly actor_type: Actor["type"];
  readonly actor_id: string;
  readonly request_id: string | null;
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: string;
  readonly before: AuditedFields | null;
  readonly after: AuditedFields | null;
}

function toEntry(row: EntryRow): RecordedEntry {
  return {
    id: row.id,
    at: row.at,
    tenantId: row.tenant_id === platformLog ? undefined : row.tenant_id,
    network: row.network ?? undefined,
    accountId: row.account_id ?? undefined,
    actor: toActor(row.actor_type, row.actor_id),
    requestId: row.request_id ?? undefined,
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id },
    before: row.before ?? undefined,
    after: row.after ?? undefined,
  };
}

function nameOf(actor: Actor): string {
  return actor.type === "application" || actor.type === "person" ? actor.id : actor.name;
}

function toActor(type: Actor["type"], name: string): Actor {
  switch (type) {
    case "application":
      return { type, id: name as ApplicationId };
    case "person":
      return { type, id: name as PersonId };
    case "operator":
    case "system":
      return { type, name };
  }
}
