import type { Session } from "../../db/database.ts";
import type { TypeFilter } from "../../events/index.ts";
import type { Tail } from "../../http/route.ts";
import { presentEvent } from "./event-response.ts";
import type { Feed } from "./feed.ts";
import type { UpdateWatch } from "./feed-watch.ts";
import { readFeed, readLastPosition } from "./read-feed.ts";

export interface FollowDeps {
  readonly database: Session;
  readonly update: UpdateWatch;
}

export interface FollowInput {
  readonly feed: Feed;
  readonly filter: TypeFilter | undefined;
  /** Continues after this one; undefined to start with new events. */
  readonly position: bigint | undefined;
  readonly cursorAt: (position: string) => string;
}

const pageSize = 100;

/** A live feed. It advances past what it has read, so no event is sent twice. */
export async function followEvents({ database, update }: FollowDeps, input: FollowInput): Promise<Tail> {
  const { feed, filter } = input;
  const cursorAt = (position: bigint): string => input.cursorAt(String(position));
  let position = input.position ?? (await readLastPosition(database, feed));
  return {
    cursor: () => cursorAt(position),
    read: async () => {
      const reading = { direction: "up", position, filter, size: pageSize } as const;
      const { found, reached, last } = await readFeed(database, feed, reading);
      position = reached;
      const entries = found.map((each) => ({
        cursor: cursorAt(each.position),
        type: each.event.type,
        data: presentEvent(each.event),
      }));
      return { entries, hasMore: reached < last };
    },
    listen: (wake) => update.follow(feed, wake),
  };
}
