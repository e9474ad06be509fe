import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Event } from "./event.ts";
import { type EventPage, type LogEnd, type LogKey, selectEvents, selectLogEnds } from "./store.ts";

const maxPageSize = 100;

/** A page of one account's log. The next page continues after the sequence of the last event. */
export async function readEvents(session: Session, page: EventPage): Promise<readonly Event[]> {
  assert(page.limit >= 1 && page.limit <= maxPageSize, "a page of events holds 1 to 100");
  return selectEvents(session, page);
}

const maxLogs = 10_000;

/** The last sequence of each log; logs without events are left out. All events up to it are readable. */
export async function readLogEnds(session: Session, logs: readonly LogKey[]): Promise<readonly LogEnd[]> {
  assert(logs.length <= maxLogs, "at most 10,000 last sequences are read at once");
  return logs.length === 0 ? [] : selectLogEnds(session, logs);
}
