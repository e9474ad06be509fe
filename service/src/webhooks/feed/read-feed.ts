import type { Session } from "../../db/database.ts";
import { readEvents, readLogEnds, type TypeFilter } from "../../events/index.ts";
import { type Feed, type FeedEvent, keyOf } from "./feed.ts";
import { type Course, planStretch, reachedIn, type Stretch } from "./feed-page.ts";
import { selectFeed, selectFeedEnds } from "./store.ts";

export interface FeedReading {
  readonly course: Course;
  readonly position: bigint | undefined;
  readonly filter: TypeFilter | undefined;
  readonly size: number;
}

export interface FeedStretch {
  /** In the order in which they were read. */
  readonly found: readonly FeedEvent[];
  readonly stretch: Stretch;
  readonly reached: bigint;
  /** The last position of the feed when it was looked at. */
  readonly last: bigint;
}

/** With a filter one page looks at so many events; where it finds less than a page, the next one goes on from there. */
const maxSearched = 10_000;

/** Reads on from a position. The end is read first: whatever is up to it has been committed and is seen. */
export async function readFeed(session: Session, feed: Feed, reading: FeedReading): Promise<FeedStretch> {
  const { course, position, filter, size } = reading;
  const last = await readLastPosition(session, feed);
  const span = filter === undefined ? size : maxSearched;
  const stretch = planStretch({ course, position, span, last });
  const found = await readStretch(session, feed, { stretch, filter, limit: size });
  const positions = found.map((each) => each.position);
  return { found, stretch, reached: reachedIn(stretch, positions, size), last };
}

export async function readLastPosition(session: Session, feed: Feed): Promise<bigint> {
  const ends = await readLastPositions(session, [feed]);
  return ends.get(keyOf(feed)) ?? 0n;
}

/** By the keys of the feeds; one without events is not among them. */
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
  const isUp = stretch.course === "up";
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
