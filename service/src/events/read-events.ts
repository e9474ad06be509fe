import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import type { Event, EventOwner } from "./event.ts";
import { events } from "./tables.ts";

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

const maxPageSize = 100;

/**
 * A page of one account's log. The next page continues after the sequence of the last event. Index: events_pkey, in
 * both directions.
 */
export async function readEvents(session: Session, page: EventPage): Promise<readonly Event[]> {
  assert(page.limit >= 1 && page.limit <= maxPageSize, "a page of events holds 1 to 100");
  return session.rows(page.order === "oldest_first" ? oldestFirst : newestFirst, [
    page.tenantId,
    page.network,
    page.accountId,
    page.afterSequence ?? null,
    page.upToSequence ?? null,
    ...typeFilterValues(page.filter),
    page.limit,
  ]);
}

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

const oldestFirst = statement<Event>(`
  SELECT ${events.list()} FROM events
   WHERE tenant_id = $1 AND network = $2 AND account_id = $3
     AND sequence > coalesce($4::bigint, 0) AND sequence <= coalesce($5::bigint, 9223372036854775807)
     AND ${typeMatches("$6", "$7")}
   ORDER BY sequence LIMIT $8`);

const newestFirst = statement<Event>(`
  SELECT ${events.list()} FROM events
   WHERE tenant_id = $1 AND network = $2 AND account_id = $3
     AND sequence < coalesce($4::bigint, 9223372036854775807) AND sequence >= coalesce($5::bigint, 0)
     AND ${typeMatches("$6", "$7")}
   ORDER BY sequence DESC LIMIT $8`);

/** Index: events_tenant_id_id_key. */
export const findEvent = events.one({ by: ["tenantId", "network", "id"] });

/** Of these tenants: access control is up to the caller. Index: events_tenant_id_id_key, one lookup per tenant. */
export const findAnyEvent = events.one({ by: ["tenantId[]", "id"] });

/** Index: events_by_subject, which covers transfer and payment events. Oldest first. */
export function listEventsAbout(
  session: Session,
  { tenantId, network }: EventOwner,
  { ids, limit }: { readonly ids: readonly string[]; readonly limit: number },
): Promise<readonly Event[]> {
  return session.rows(aboutStatement, [tenantId, network, ids, limit]);
}

const aboutStatement = statement<Event>(`
  SELECT ${events.list()} FROM events
   WHERE tenant_id = $1 AND network = $2 AND data ->> 'id' = ANY ($3::text[])
     AND (type LIKE 'transfer.%' OR type LIKE 'payment.%')
   ORDER BY created_at, sequence LIMIT $4`);

export interface LogEnd extends LogKey {
  readonly lastSequence: bigint;
}

const maxLogs = 10_000;

/**
 * The last sequence of each log; logs without events are left out. All events up to it are readable. Index:
 * event_sequences_pkey.
 */
export async function readLogEnds(session: Session, logs: readonly LogKey[]): Promise<readonly LogEnd[]> {
  assert(logs.length <= maxLogs, "at most 10,000 last sequences are read at once");
  if (logs.length === 0) return [];
  return session.rows(logEnds, [
    logs.map(({ tenantId }) => tenantId),
    logs.map(({ network }) => network),
    logs.map(({ accountId }) => accountId),
  ]);
}

const logEnds = statement<LogEnd>(`
  SELECT counter.tenant_id, counter.network, counter.account_id,
         counter.last_sequence
    FROM unnest($1::text[], $2::text[], $3::text[]) AS log (tenant_id, network, account_id)
    JOIN event_sequences AS counter USING (tenant_id, network, account_id)`);

export const eventView = events.view("tenant_id, network, account_id, sequence, id, type, data, created_at");

export type EventPlace = Pick<Event, "tenantId" | "network" | "accountId" | "sequence">;

/** Index: events_pkey. */
export async function selectEventsAt(
  session: Session,
  places: readonly EventPlace[],
): Promise<readonly Event[]> {
  return session.rows(eventsStatement, [
    places.map(({ tenantId }) => tenantId),
    places.map(({ network }) => network),
    places.map(({ accountId }) => accountId),
    places.map(({ sequence }) => sequence),
  ]);
}

const eventsStatement = statement<Event>(`
  SELECT event.tenant_id, event.network, event.account_id, event.sequence, event.id,
         event.type, event.data, event.created_at
    FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS place (tenant_id, network, account_id, sequence)
    JOIN events AS event USING (tenant_id, network, account_id, sequence)`);
