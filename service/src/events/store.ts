import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Instant } from "../kernel/instant.ts";
import type { Event, EventId, EventOwner, NewEvent } from "./event.ts";

export type EventToInsert = NewEvent & { readonly id: EventId };

/** Returns the sequence number of each event. */
export async function insertEvents(
  tx: Session,
  owner: EventOwner,
  events: readonly EventToInsert[],
  createdAt: Instant,
): Promise<ReadonlyMap<EventId, bigint>> {
  const rows = await tx.rows<{ readonly id: EventId; readonly sequence: bigint }>(insertStatement, [
    owner.tenantId,
    owner.network,
    events.map(({ accountId }) => accountId),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ data }) => JSON.stringify(data)),
    createdAt,
  ]);
  return new Map(rows.map(({ id, sequence }) => [id, sequence]));
}

/**
 * Counters are locked in the order of the account ids, so two transactions that write for the same accounts wait for
 * each other without deadlock. A counter moves with the transaction, so a rollback leaves no gap.
 */
const insertStatement = statement(`
  WITH new_event AS (
    SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY place) AS place_in_account
      FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY
        AS given (account_id, id, type, data, place)
  ), counted AS (
    SELECT account_id, count(*) AS events FROM new_event GROUP BY account_id
  ), counter AS (
    INSERT INTO event_sequences AS counter (tenant_id, network, account_id, last_sequence)
    SELECT $1, $2, account_id, events FROM counted ORDER BY account_id COLLATE "C"
    ON CONFLICT (tenant_id, network, account_id)
    DO UPDATE SET last_sequence = counter.last_sequence + excluded.last_sequence
    RETURNING account_id, last_sequence
  )
  INSERT INTO events (tenant_id, network, account_id, sequence, id, type, data, created_at)
  SELECT $1, $2, account_id, last_sequence - events + place_in_account, id, type, data::jsonb,
         to_timestamp($7::double precision / 1000)
    FROM new_event JOIN counted USING (account_id) JOIN counter USING (account_id)
  RETURNING id, sequence`);

export async function insertIntoOutbox(tx: Session, events: readonly Event[]): Promise<void> {
  await tx.run(insertOutboxStatement, [
    events.map(({ tenantId }) => tenantId),
    events.map(({ network }) => network),
    events.map(({ accountId }) => accountId),
    events.map(({ sequence }) => sequence),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ data }) => JSON.stringify(data)),
    events.map(({ createdAt }) => createdAt),
  ]);
}

/** A separate statement, because the outbox may be on another node than the tenant's tables. */
const insertOutboxStatement = statement(`
  INSERT INTO event_outbox (tenant_id, network, account_id, sequence, id, type, data, created_at)
  SELECT tenant_id, network, account_id, sequence, id, type, data::jsonb, to_timestamp(created_at_ms / 1000)
    FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[],
                $8::double precision[]) WITH ORDINALITY
      AS event (tenant_id, network, account_id, sequence, id, type, data, created_at_ms, place)
   ORDER BY place`);

/** The owner of the log. */
export interface LogKey extends EventOwner {
  readonly accountId: Event["accountId"];
}

/** One type, or every type with this prefix. */
export type TypeFilter = { readonly type: string } | { readonly typePrefix: string };

export interface EventPage extends LogKey {
  readonly order: "oldest_first" | "newest_first";
  /** Sequence of the last event of the previous page; this page continues after it, in its direction. */
  readonly afterSequence?: bigint;
  /** The last sequence to scan in its direction, so that a search for a rare type is bounded. */
  readonly upToSequence?: bigint;
  readonly filter?: TypeFilter;
  readonly limit: number;
}

/** Index: events_pkey, in both directions. */
export async function selectEvents(session: Session, page: EventPage): Promise<readonly Event[]> {
  return session.rows<Event>(page.order === "oldest_first" ? oldestFirst : newestFirst, [
    page.tenantId,
    page.network,
    page.accountId,
    page.afterSequence ?? null,
    page.upToSequence ?? null,
    ...typeFilterValues(page.filter),
    page.limit,
  ]);
}

const eventColumns = `
  tenant_id AS "tenantId", network, account_id AS "accountId", sequence, id, type, data, created_at AS "createdAt"`;

/** Parameters of `typeMatches`, in its order. */
export function typeFilterValues(filter: TypeFilter | undefined): readonly [string | null, string | null] {
  if (filter === undefined) return [null, null];
  return "type" in filter ? [filter.type, null] : [null, filter.typePrefix];
}

/** A condition on the column `type`, with the filter's values as these two parameters. */
export function typeMatches(type: string, typePrefix: string): string {
  return `(${type}::text IS NULL OR type = ${type})
     AND (${typePrefix}::text IS NULL OR starts_with(type, ${typePrefix}))`;
}

const oldestFirst = statement(`
  SELECT ${eventColumns} FROM events
   WHERE tenant_id = $1 AND network = $2 AND account_id = $3
     AND sequence > coalesce($4::bigint, 0) AND sequence <= coalesce($5::bigint, 9223372036854775807)
     AND ${typeMatches("$6", "$7")}
   ORDER BY sequence LIMIT $8`);

const newestFirst = statement(`
  SELECT ${eventColumns} FROM events
   WHERE tenant_id = $1 AND network = $2 AND account_id = $3
     AND sequence < coalesce($4::bigint, 9223372036854775807) AND sequence >= coalesce($5::bigint, 0)
     AND ${typeMatches("$6", "$7")}
   ORDER BY sequence DESC LIMIT $8`);

/** Index: events_tenant_id_id_key. */
export function selectEvent(
  session: Session,
  { tenantId, network }: EventOwner,
  id: EventId,
): Promise<Event | undefined> {
  return session.first<Event>(byId, [tenantId, network, id]);
}

const byId = statement(
  `SELECT ${eventColumns} FROM events WHERE tenant_id = $1 AND network = $2 AND id = $3`,
);

/** Of any tenant: access control is up to the caller. Index: events_by_id. */
export function selectAnyEvent(session: Session, id: EventId): Promise<Event | undefined> {
  return session.first<Event>(findAnyEvent, [id]);
}

const findAnyEvent = statement(`SELECT ${eventColumns} FROM events WHERE id = $1 LIMIT 1`);

/** Index: events_by_subject, which covers transfer and payment events. Oldest first. */
export function selectEventsAbout(
  session: Session,
  { tenantId, network }: EventOwner,
  { ids, limit }: { readonly ids: readonly string[]; readonly limit: number },
): Promise<readonly Event[]> {
  return session.rows<Event>(aboutStatement, [tenantId, network, ids, limit]);
}

const aboutStatement = statement(`
  SELECT ${eventColumns} FROM events
   WHERE tenant_id = $1 AND network = $2 AND data ->> 'id' = ANY ($3::text[])
     AND (type LIKE 'transfer.%' OR type LIKE 'payment.%')
   ORDER BY created_at, sequence LIMIT $4`);

export interface LogEnd extends LogKey {
  readonly lastSequence: bigint;
}

/** Index: event_sequences_pkey. A log without events has no row. */
export function selectLogEnds(session: Session, logs: readonly LogKey[]): Promise<readonly LogEnd[]> {
  return session.rows<LogEnd>(logEnds, [
    logs.map(({ tenantId }) => tenantId),
    logs.map(({ network }) => network),
    logs.map(({ accountId }) => accountId),
  ]);
}

const logEnds = statement(`
  SELECT counter.tenant_id AS "tenantId", counter.network, counter.account_id AS "accountId",
         counter.last_sequence AS "lastSequence"
    FROM unnest($1::text[], $2::text[], $3::text[]) AS log (tenant_id, network, account_id)
    JOIN event_sequences AS counter USING (tenant_id, network, account_id)`);
