import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Event } from "./event.ts";
import { type EventPage, type LogEnd, type LogKey, selectEvents, selectLogEnds } from "./store.ts";

const maxPageSize = 100;

/** A page of one account's log. The last event's sequence is where the next page goes on. */
export async function readEvents(session: Session, page: EventPage): Promise<readonly Event[]> {
  assert(page.limit >= 1 && page.limit <= maxPageSize, "a page of events holds 1 to 100");
  return selectEvents(session, page);
}

const maxLogs = 10_000;

/** The number of the last event of each log; those without events are not among them. Whatever is up to it can be read. */
export async function readLogEnds(session: Session, logs: readonly LogKey[]): Promise<readonly LogEnd[]> {
  assert(logs.length <= maxLogs, "the ends of at most 10,000 logs are read at once");
  return logs.length === 0 ? [] : selectLogEnds(session, logs);
}
