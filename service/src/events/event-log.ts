import type { Transaction } from "../db/database.ts";
import type { WakeUp } from "../db/wake-up.ts";
import { assert } from "../kernel/assert.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import type { Event, EventOwner, NewEvent } from "./event.ts";
import { insertEvents, insertIntoOutbox } from "./store.ts";

export interface EventLog {
  /**
   * Appends events in the caller's transaction and returns them with their sequence numbers. The accounts' counters
   * stay locked until the commit, so call it once and late, with all events of the transaction.
   */
  append(tx: Transaction, owner: EventOwner, events: readonly NewEvent[]): Promise<readonly Event[]>;
}

export interface EventLogOptions {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly wakeUp: Pick<WakeUp, "nudge">;
}

/** The wake-up topic of the dispatcher. */
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
      // After the events, so under the accounts' locks: this keeps outbox positions in the order of the sequence.
      await insertIntoOutbox(tx, appended);
      tx.afterCommit(() => wakeUp.nudge(eventsTopic));
      return appended;
    },
  };
}
