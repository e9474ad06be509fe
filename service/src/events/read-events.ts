import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Event } from "./event.ts";
import { type EventPage, selectEvents } from "./store.ts";

const maxPageSize = 100;

/** A page of one account's log. The last event's sequence is where the next page goes on. */
export async function readEvents(session: Session, page: EventPage): Promise<readonly Event[]> {
  assert(page.limit >= 1 && page.limit <= maxPageSize, "a page of events holds 1 to 100");
  return selectEvents(session, page);
}
