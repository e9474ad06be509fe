import type { Transaction } from "../db/database.ts";
import type { WakeUp } from "../db/wake-up.ts";
import { assert } from "../kernel/assert.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import type { Event, EventOwner, NewEvent } from "./event.ts";
import { insertEvents, insertIntoOutbox } from "./store.ts";

export interface EventLog {
  /**
   * Adds events in the caller's transaction and answers them with their numbers. The accounts' counters stay locked
   * until the commit, so call it once and late: everything that the transaction has to say, in one go.
   */
  append(tx: Transaction, owner: EventOwner, events: readonly NewEvent[]): Promise<readonly Event[]>;
}

export interface EventLogOptions {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly wakeUp: Pick<WakeUp, "nudge">;
}

/** The topic under which the dispatcher is woken. */
export const eventsTopic = "events";

export function createEventLog({ clock, newId, wakeUp }: EventLogOptions): EventLog {
  return {
    append: async (tx, owner, events) => {
      if (events.length === 0) return [];
      const createdAt = clock.now();
      const identified = events.map((event) => ({ ...event, id: newId<"event">() }));
      const sequences = await insertEvents(tx, owner, identified, createdAt);
      const appended = identified.map((event) => {
        const sequence = sequences.get(event.id);
        assert(sequence !== undefined, `event ${event.id} was written without a number`);
        return { ...owner, ...event, sequence, createdAt };
      });
      // After the events, and so under the accounts' locks: that puts an account's positions in the order of its numbers.
      await insertIntoOutbox(tx, appended);
      tx.afterCommit(() => wakeUp.nudge(eventsTopic));
      return appended;
    },
  };
}
