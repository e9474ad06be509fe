import type { Session } from "../../db/database.ts";
import { readEvents, readLogEnds, type TypeFilter } from "../../events/index.ts";
import {
  type Direction,
  type Feed,
  type FeedEvent,
  keyOf,
  planStretch,
  reachedIn,
  type Stretch,
} from "./feed.ts";
import { selectFeed, selectFeedEnds, selectNextNumber } from "./store.ts";

export interface FeedReading {
  readonly direction: Direction;
  readonly position: bigint | undefined;
  readonly filter: TypeFilter | undefined;
  readonly size: number;
}

export interface FeedStretch {
  /** In reading order. */
  readonly found: readonly FeedEvent[];
  readonly stretch: Stretch;
  readonly reached: bigint;
  /** The last position of the feed at the time of the read. */
  readonly last: bigint;
}

/** With a filter, a page scans this many events; if it finds less than a page, the next one continues from there. */
const maxSearched = 10_000;

/**
 * Reads from a position. The end is read first: everything up to it is committed and visible. A recovery skips numbers:
 * a page that finds none of them continues behind the skipped ones.
 */
export async function readFeed(session: Session, feed: Feed, reading: FeedReading): Promise<FeedStretch> {
  const isUp = reading.direction === "up";
  const last = await readLastPosition(session, feed);
  const page = await readPage(session, feed, reading, last);
  const isAtEnd = isUp ? page.reached >= last : page.reached <= 1n;
  if (page.found.length > 0 || isAtEnd) return page;
  const next = await findNext(session, feed, reading.direction, page.reached);
  if (next === undefined) return { ...page, reached: isUp ? last : 1n };
  const beforeNext = isUp ? next - 1n : next + 1n;
  if (beforeNext === page.reached) return page;
  return readPage(session, feed, { ...reading, position: beforeNext }, last);
}

async function readPage(
  session: Session,
  feed: Feed,
  { direction, position, filter, size }: FeedReading,
  last: bigint,
): Promise<FeedStretch> {
  const span = filter === undefined ? size : maxSearched;
  const stretch = planStretch({ direction, position, span, last });
  const found = await readStretch(session, feed, { stretch, filter, limit: size });
  const positions = found.map((each) => each.position);
  return { found, stretch, reached: reachedIn(stretch, positions, size), last };
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
