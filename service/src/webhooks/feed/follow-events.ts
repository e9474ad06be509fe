import type { Session } from "../../db/database.ts";
import type { TypeFilter } from "../../events/index.ts";
import type { Tail } from "../../http/route.ts";
import { presentEvent } from "./event-answer.ts";
import type { Feed } from "./feed.ts";
import type { NewsWatch } from "./news-watch.ts";
import { readFeed, readLastPosition } from "./read-feed.ts";

export interface FollowDeps {
  readonly database: Session;
  readonly news: NewsWatch;
}

export interface FollowWish {
  readonly feed: Feed;
  readonly filter: TypeFilter | undefined;
  /** It goes on behind this one; undefined for what comes from now on. */
  readonly position: bigint | undefined;
  readonly cursorAt: (position: string) => string;
}

const pageSize = 100;

/** A feed as it grows. What it has read is behind it, so nothing comes twice. */
export async function followEvents({ database, news }: FollowDeps, wish: FollowWish): Promise<Tail> {
  const { feed, filter } = wish;
  const cursorAt = (position: bigint): string => wish.cursorAt(String(position));
  let position = wish.position ?? (await readLastPosition(database, feed));
  return {
    cursor: () => cursorAt(position),
    read: async () => {
      const reading = { course: "up", position, filter, size: pageSize } as const;
      const { found, reached, last } = await readFeed(database, feed, reading);
      position = reached;
      const entries = found.map((each) => ({
        cursor: cursorAt(each.position),
        type: each.event.type,
        data: presentEvent(each.event),
      }));
      return { entries, hasMore: reached < last };
    },
    listen: (wake) => news.follow(feed, wake),
  };
}
