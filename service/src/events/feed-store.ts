import type { Session } from "../db/database.ts";
import { type Statement, statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import type { Event, EventOwner } from "./event.ts";
import { type TypeFilter, typeFilterValues, typeMatches } from "./read-events.ts";
import { tenantFeed, tenantFeedNumbers } from "./tables.ts";

export interface FeedEvent {
  readonly position: bigint;
  readonly event: Event;
}

/** Reading direction: toward newer or older events. */
export type Direction = "up" | "down";

/** The range of a feed to read, both ends included. It is empty when `end` is before `start`. */
export interface Stretch {
  readonly direction: Direction;
  readonly start: bigint;
  readonly end: bigint;
}

/** Numbers events in the feeds of their tenants, in the given order. */
export async function insertIntoFeeds(tx: Session, events: readonly Event[]): Promise<void> {
  await tx.run(insertStatement, [
    events.map(({ tenantId }) => tenantId),
    events.map(({ network }) => network),
    events.map(({ accountId }) => accountId),
    events.map(({ sequence }) => sequence),
  ]);
}

/** Counters are locked in the order of the tenant ids. A rollback frees its numbers. */
const insertStatement = statement(`
  WITH given AS (
    SELECT *, row_number() OVER (PARTITION BY tenant_id, network ORDER BY place) AS place_in_feed
      FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) WITH ORDINALITY
        AS event (tenant_id, network, account_id, sequence, place)
  ), counted AS (
    SELECT tenant_id, network, count(*) AS events FROM given GROUP BY tenant_id, network
  ), counter AS (
    INSERT INTO tenant_feed_numbers AS counter (tenant_id, network, last_number)
    SELECT tenant_id, network, events FROM counted ORDER BY tenant_id COLLATE "C", network COLLATE "C"
    ON CONFLICT (tenant_id, network) DO UPDATE SET last_number = counter.last_number + excluded.last_number
    RETURNING tenant_id, network, last_number
  )
  INSERT INTO tenant_feed (tenant_id, network, number, account_id, sequence)
  SELECT tenant_id, network, last_number - events + place_in_feed, account_id, sequence
    FROM given JOIN counted USING (tenant_id, network) JOIN counter USING (tenant_id, network)`);

interface FeedSlice extends EventOwner {
  readonly stretch: Stretch;
  readonly filter: TypeFilter | undefined;
  readonly limit: number;
}

/** Index: tenant_feed_pkey in both directions, and events_pkey for each row. */
export async function selectFeed(session: Session, slice: FeedSlice): Promise<readonly FeedEvent[]> {
  const { tenantId, network, stretch, filter, limit } = slice;
  const { direction, start, end } = stretch;
  const [from, to] = direction === "up" ? [start, end] : [end, start];
  const values = [tenantId, network, from, to, ...typeFilterValues(filter), limit];
  const rows = await session.rows(direction === "up" ? upwards : downwards, values);
  return rows.map(({ position, ...event }) => ({ position, event }));
}

const feedRows = `
  SELECT feed.number AS position, tenant_id, network, account_id, sequence,
         event.id, event.type, event.data, event.created_at
    FROM tenant_feed AS feed JOIN events AS event USING (tenant_id, network, account_id, sequence)
   WHERE tenant_id = $1 AND network = $2 AND feed.number BETWEEN $3 AND $4 AND ${typeMatches("$5", "$6")}`;

const upwards = statement<Event & { readonly position: bigint }>(`${feedRows} ORDER BY feed.number LIMIT $7`);
const downwards = statement<Event & { readonly position: bigint }>(
  `${feedRows} ORDER BY feed.number DESC LIMIT $7`,
);

const ofFeed = { columns: ["number"], limit: 1 } as const;
const next = {
  up: tenantFeed.many({ ...ofFeed, by: ["tenantId", "network", "number >"], orderBy: ["number"] }),
  down: tenantFeed.many({ ...ofFeed, by: ["tenantId", "network", "number <"], orderBy: ["number DESC"] }),
};

/** The nearest number behind a position. */
export async function selectNextNumber(
  session: Session,
  { tenantId, network }: EventOwner,
  direction: Direction,
  position: bigint,
): Promise<bigint | undefined> {
  const [row] = await next[direction](session, { tenantId, network, number: position });
  return row?.number;
}

type FeedEnd = RowOf<typeof tenantFeedNumbers>;

/** Index: tenant_feed_numbers_pkey. A feed without events has no row. */
export function selectFeedEnds(session: Session, feeds: readonly EventOwner[]): Promise<readonly FeedEnd[]> {
  return session.rows(endsStatement, [
    feeds.map(({ tenantId }) => tenantId),
    feeds.map(({ network }) => network),
  ]);
}

const endsStatement = statement<FeedEnd>(`
  SELECT counter.tenant_id, counter.network, counter.last_number
    FROM unnest($1::text[], $2::text[]) AS feed (tenant_id, network)
    JOIN tenant_feed_numbers AS counter USING (tenant_id, network)`);

/** Skips numbers, also of feeds that had no events yet. The owners are a view of the accounts. */
export const feedAdvance = (owners: string): Statement =>
  statement(`
    INSERT INTO tenant_feed_numbers AS counter (tenant_id, network, last_number)
    SELECT tenant_id, network, $1::bigint FROM ${owners} AS owner WHERE kind = 'managing'
    ON CONFLICT (tenant_id, network) DO UPDATE SET last_number = counter.last_number + excluded.last_number`);

/** The same for the logs of accounts. */
export const sequenceAdvance = (owners: string): Statement =>
  statement(`
    INSERT INTO event_sequences AS counter (tenant_id, network, account_id, last_sequence)
    SELECT tenant_id, network, account_id, $1::bigint FROM ${owners} AS owner
    ON CONFLICT (tenant_id, network, account_id)
    DO UPDATE SET last_sequence = counter.last_sequence + excluded.last_sequence`);

export const feedView = tenantFeed.view("tenant_id, network, number, account_id, sequence");
export const feedEndView = tenantFeedNumbers.view("tenant_id, network, last_number");
