import type { Session } from "../../db/database.ts";
import type { Event, TypeFilter } from "../../events/index.ts";
import type { PageRequest } from "../../http/paging.ts";
import type { Feed } from "./feed.ts";
import { type Course, endsOf, opposite } from "./feed-page.ts";
import { readFeed } from "./read-feed.ts";

export const orders = ["newest", "oldest"] as const;
export type Order = (typeof orders)[number];

export interface EventListWish {
  readonly feed: Feed;
  readonly order: Order;
  readonly filter: TypeFilter | undefined;
  readonly page: PageRequest;
}

export interface ListedEvents {
  readonly events: readonly Event[];
  readonly pagination: {
    readonly page_size: number;
    readonly next: string | null;
    readonly prev: string | null;
    readonly has_more: boolean;
  };
}

/** A page of a feed. With the oldest first there is always somewhere to go on from, because more will come. */
export async function listEvents(session: Session, wish: EventListWish): Promise<ListedEvents> {
  const { feed, order, filter, page } = wish;
  const listCourse: Course = order === "oldest" ? "up" : "down";
  const course = page.direction === "after" ? listCourse : opposite(listCourse);
  const position = page.position === undefined ? undefined : BigInt(page.position);
  const { found, ...read } = await readFeed(session, feed, { course, position, filter, size: page.size });
  const { next, prev } = endsOf({ listCourse, ...read });
  const events = found.map(({ event }) => event);
  return {
    events: course === listCourse ? events : events.toReversed(),
    pagination: {
      page_size: page.size,
      next: next.isThere || order === "oldest" ? page.cursorAt(String(next.position)) : null,
      prev: prev.isThere ? page.cursorAt(String(prev.position)) : null,
      has_more: next.isThere,
    },
  };
}
