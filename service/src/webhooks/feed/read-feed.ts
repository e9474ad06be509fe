import type { Session } from "../../db/database.ts";
import {
  type Direction,
  type FeedEvent,
  readEvents,
  readLogEnds,
  type Stretch,
  selectFeed,
  selectFeedEnds,
  selectNextNumber,
  type TypeFilter,
} from "../../events/index.ts";
import { type Instant, nextInstant } from "../../kernel/instant.ts";
import { type Bounds, type Feed, keyOf, planStretch, reachedIn } from "./feed.ts";

export interface FeedReading {
  readonly direction: Direction;
  readonly position: bigint | undefined;
  readonly filter: TypeFilter | undefined;
  readonly period?: Period;
  readonly size: number;
}

/** Only events after a time, and before another. */
export interface Period {
  readonly after: Instant | undefined;
  readonly before: Instant | undefined;
}

export interface FeedStretch {
  /** In reading order. */
  readonly found: readonly FeedEvent[];
  readonly stretch: Stretch;
  readonly reached: bigint;
  /** Of the feed, or of the period, at the time of the read. */
  readonly bounds: Bounds;
}

/** With a filter, a page scans this many events; if it finds less than a page, the next one continues from there. */
const maxSearched = 10_000;

/**
 * Reads from a position. The end is read first: everything up to it is committed and visible. A recovery skips numbers:
 * a page that finds none of them continues behind the skipped ones.
 */
export async function readFeed(session: Session, feed: Feed, reading: FeedReading): Promise<FeedStretch> {
  const isUp = reading.direction === "up";
  const bounds = await boundsOf(session, feed, reading.period);
  const { first, last } = bounds;
  const page = await readPage(session, feed, reading, bounds);
  const isAtEnd = isUp ? page.reached >= last : page.reached <= first;
  if (page.found.length > 0 || isAtEnd) return page;
  const next = await findNext(session, feed, reading.direction, page.reached);
  if (next === undefined || next > last || next < first) return { ...page, reached: isUp ? last : first };
  const beforeNext = isUp ? next - 1n : next + 1n;
  if (beforeNext === page.reached) return page;
  return readPage(session, feed, { ...reading, position: beforeNext }, bounds);
}

async function boundsOf(session: Session, feed: Feed, period: Period | undefined): Promise<Bounds> {
  const last = await readLastPosition(session, feed);
  const { after, before } = period ?? {};
  const first = after === undefined ? 1n : await findPositionAt(session, feed, nextInstant(after), last);
  if (before === undefined) return { first, last };
  return { first, last: (await findPositionAt(session, feed, before, last)) - 1n };
}

/**
 * The first position of an event from that time on; behind the last one if there is none. Positions are in order of
 * time, except for events of the same moment, so it is found by halving: some twenty lookups among a million events.
 */
async function findPositionAt(session: Session, feed: Feed, time: Instant, last: bigint): Promise<bigint> {
  let [low, high] = [1n, last + 1n];
  while (low < high) {
    const middle = (low + high) / 2n;
    const stretch = { direction: "up", start: middle, end: high - 1n } as const;
    const [found] = await readStretch(session, feed, { stretch, filter: undefined, limit: 1 });
    if (found === undefined || found.event.createdAt >= time) high = middle;
    else low = found.position + 1n;
  }
  return low;
}

async function readPage(
  session: Session,
  feed: Feed,
  { direction, position, filter, size }: FeedReading,
  bounds: Bounds,
): Promise<FeedStretch> {
  const span = filter === undefined ? size : maxSearched;
  const stretch = planStretch({ direction, position, span, bounds });
  const found = await readStretch(session, feed, { stretch, filter, limit: size });
  const positions = found.map((each) => each.position);
  return { found, stretch, reached: reachedIn(stretch, positions, size), bounds };
}

/** The nearest event behind a position. */
async function findNext(
  session: Session,
  feed: Feed,
  direction: Direction,
  position: bigint,
): Promise<bigint | undefined> {
  const { accountId } = feed;
  if (accountId === undefined) return selectNextNumber(session, feed, direction, position);
  const order = direction === "up" ? "oldest_first" : "newest_first";
  const [event] = await readEvents(session, { ...feed, accountId, order, afterSequence: position, limit: 1 });
  return event?.sequence;
}

export async function readLastPosition(session: Session, feed: Feed): Promise<bigint> {
  const ends = await readLastPositions(session, [feed]);
  return ends.get(keyOf(feed)) ?? 0n;
}

/** By feed key; feeds without events are left out. */
export async function readLastPositions(
  session: Session,
  feeds: readonly Feed[],
): Promise<ReadonlyMap<string, bigint>> {
  const logs = feeds.flatMap(({ accountId, ...feed }) =>
    accountId === undefined ? [] : { ...feed, accountId },
  );
  const tenants = feeds.filter(({ accountId }) => accountId === undefined);
  const [logEnds, tenantEnds] = await Promise.all([
    readLogEnds(session, logs),
    tenants.length === 0 ? [] : selectFeedEnds(session, tenants),
  ]);
  return new Map([
    ...logEnds.map((end) => [keyOf(end), end.lastSequence] as const),
    ...tenantEnds.map((end) => [keyOf({ ...end, accountId: undefined }), end.lastNumber] as const),
  ]);
}

interface StretchReading {
  readonly stretch: Stretch;
  readonly filter: TypeFilter | undefined;
  readonly limit: number;
}

async function readStretch(
  session: Session,
  { tenantId, network, accountId }: Feed,
  reading: StretchReading,
): Promise<readonly FeedEvent[]> {
  const { stretch, filter, limit } = reading;
  if (accountId === undefined) return selectFeed(session, { tenantId, network, ...reading });
  const isUp = stretch.direction === "up";
  const events = await readEvents(session, {
    tenantId,
    network,
    accountId,
    order: isUp ? "oldest_first" : "newest_first",
    afterSequence: isUp ? stretch.start - 1n : stretch.start + 1n,
    upToSequence: stretch.end,
    ...(filter === undefined ? {} : { filter }),
    limit,
  });
  return events.map((event) => ({ position: event.sequence, event }));
}
