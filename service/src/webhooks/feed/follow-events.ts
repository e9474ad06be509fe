import type { Session } from "../../db/database.ts";
import type { TypeFilter } from "../../events/index.ts";
import type { ApiRequest } from "../../http/route.ts";
import type { Tail } from "../../http/tail.ts";
import type { PageRequest } from "../../kernel/page.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
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
      const { found, reached, bounds } = await readFeed(database, feed, reading);
      position = reached;
      const entries = found.map((each) => ({
        cursor: cursorAt(each.position),
        type: each.event.type,
        data: presentEvent(each.event),
      }));
      return { entries, hasMore: reached < bounds.last };
    },
    listen: (wake) => update.follow(feed, wake),
  };
}

/** The event after which a stream resumes; undefined when it starts now. The header is newer than the query. */
export function resumePosition(request: ApiRequest, page: PageRequest): bigint | undefined {
  const lastSeen = request.headers["last-event-id"];
  if (lastSeen === undefined || lastSeen === "") return toPosition(page.position);
  const position = typeof lastSeen === "string" ? page.positionOf(lastSeen) : undefined;
  if (position !== undefined) return toPosition(position);
  const detail = "is not an event id of this stream";
  throw new RefusalError(
    refuse("validation_failed", `the Last-Event-ID header ${detail}`, {
      errors: [{ pointer: "/header/last-event-id", detail }],
    }),
  );
}

function toPosition(position: string | undefined): bigint | undefined {
  return position === undefined ? undefined : BigInt(position);
}

const onlyForLists = ["order", "created_after", "created_before", "page[size]", "page[before]", "page[prev]"];

/** Parameters that a stream would have to ignore are refused: nothing is silently dropped. */
export function refuseListParameters(query: Readonly<Record<string, unknown>>): void {
  const detail = "is not allowed with a stream";
  const errors = onlyForLists
    .filter((name) => query[name] !== undefined)
    .map((name) => ({ pointer: `/query/${name}`, detail }));
  const [first] = errors;
  if (first === undefined) return;
  throw new RefusalError(refuse("validation_failed", `${first.pointer} ${detail}`, { errors }));
}
