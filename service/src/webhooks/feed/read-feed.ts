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
import { selectFeed, selectFeedEnds } from "./store.ts";

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

/** Reads from a position. The end is read first: everything up to it is committed and visible. */
export async function readFeed(session: Session, feed: Feed, reading: FeedReading): Promise<FeedStretch> {
  const { direction, position, filter, size } = reading;
  const last = await readLastPosition(session, feed);
  const span = filter === undefined ? size : maxSearched;
  const stretch = planStretch({ direction, position, span, last });
  const found = await readStretch(session, feed, { stretch, filter, limit: size });
  const positions = found.map((each) => each.position);
  return { found, stretch, reached: reachedIn(stretch, positions, size), last };
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
