import type { Session } from "../../db/database.ts";
import type { Event } from "../../events/index.ts";
import { assert } from "../../kernel/assert.ts";
import { type Message, messageOf } from "../message/message.ts";
import { type EventPlace, selectEventsAt } from "./event-store.ts";
import type { QueuedAttempt } from "./queue-store.ts";

/** Messages of recent events: one event goes to many endpoints, and this node has often just dispatched it itself. */
export interface MessageCache {
  remember(events: readonly Event[]): void;
  /** The messages of all these attempts, by event id. */
  load(session: Session, attempts: readonly QueuedAttempt[]): Promise<ReadonlyMap<string, Message>>;
}

const maxMessages = 5_000;

export function createMessageCache(): MessageCache {
  const latest = new Map<string, Message>();
  const keep = (event: Event): Message => {
    const message = messageOf(event);
    latest.set(event.id, message);
    const [oldest] = latest.keys();
    if (latest.size > maxMessages && oldest !== undefined) latest.delete(oldest);
    return message;
  };
  return {
    remember: (events) => {
      for (const event of events) keep(event);
    },
    load: async (session, attempts) => {
      const found = new Map<string, Message>();
      const missing = new Map<string, EventPlace>();
      for (const attempt of attempts) {
        const message = latest.get(attempt.eventId);
        if (message === undefined) missing.set(attempt.eventId, placeOf(attempt));
        else found.set(attempt.eventId, message);
      }
      if (missing.size === 0) return found;
      const events = await selectEventsAt(session, [...missing.values()]);
      assert(events.length === missing.size, "every queued delivery has its event in the event log");
      for (const event of events) found.set(event.id, keep(event));
      return found;
    },
  };
}

function placeOf({ tenantId, network, eventAccountId, eventSequence }: QueuedAttempt): EventPlace {
  return { tenantId, network, accountId: eventAccountId, sequence: eventSequence };
}
