import type { Session } from "../../db/database.ts";
import type { Direction, Event, TypeFilter } from "../../events/index.ts";
import type { PageRequest } from "../../kernel/page.ts";
import { endsOf, type Feed, opposite } from "./feed.ts";
import { type Period, readFeed } from "./read-feed.ts";

export const orders = ["newest", "oldest"] as const;
export type Order = (typeof orders)[number];

export interface EventListInput {
  readonly feed: Feed;
  readonly order: Order;
  readonly filter: TypeFilter | undefined;
  readonly period: Period;
  readonly page: PageRequest;
}

export interface KnownEvents {
  readonly events: readonly Event[];
  readonly pagination: {
    readonly page_size: number;
    readonly next: string | null;
    readonly prev: string | null;
    readonly has_more: boolean;
  };
}

/**
 * A page of a feed. Oldest first always has a next cursor, because more events will come, unless
 * the period has an end.
 */
export async function listEvents(session: Session, input: EventListInput): Promise<KnownEvents> {
  const { feed, order, filter, period, page } = input;
  const listDirection: Direction = order === "oldest" ? "up" : "down";
  const feedDirection = page.direction === "after" ? listDirection : opposite(listDirection);
  const position = page.position === undefined ? undefined : BigInt(page.position);
  const { found, ...read } = await readFeed(session, feed, {
    direction: feedDirection,
    position,
    filter,
    period,
    size: page.size,
  });
  const { next, prev } = endsOf({ listDirection, ...read });
  const events = found.map(({ event }) => event);
  return {
    events: feedDirection === listDirection ? events : events.toReversed(),
    pagination: {
      page_size: page.size,
      next:
        next.isThere || (order === "oldest" && period.before === undefined)
          ? page.cursorAt(String(next.position))
          : null,
      prev: prev.isThere ? page.cursorAt(String(prev.position)) : null,
      has_more: next.isThere,
    },
  };
}
