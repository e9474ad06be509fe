import type { Transaction } from "../../db/database.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import { defineConsumer, type Event, type EventConsumer } from "../../events/index.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import { type AttemptId, type QueueKey, webhooksTopic } from "../delivery/store.ts";
import { insertAttempts, putEventsInLine } from "./store.ts";

export interface FanOutDeps {
  readonly clock: Clock;
  readonly wakeUp: Pick<WakeUp, "nudge">;
  /** Called with queued events after the commit, so that the delivery workers of this node need not read them again. */
  readonly remember?: (events: readonly Event[]) => void;
}

/** Queues one delivery per event and matching subscription, in the transaction that dispatches the events. */
export function createFanOut({ clock, wakeUp, remember }: FanOutDeps): EventConsumer {
  return defineConsumer({
    name: "webhooks",
    handle: async (tx, events) => {
      const queues = await putEventsInLine(tx, events, clock.now());
      if (queues === 0) return;
      tx.afterCommit(() => {
        remember?.(events);
        wakeUp.nudge(webhooksTopic);
      });
    },
  });
}

export interface PutInLineDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly wakeUp: Pick<WakeUp, "nudge">;
}

/** Queues requested events for a subscription, starting with a first attempt. */
export async function putInLine(
  { clock, newId, wakeUp }: PutInLineDeps,
  tx: Transaction,
  subscription: QueueKey,
  reason: "replay" | "resend",
  events: readonly Pick<Event, "id" | "type" | "accountId" | "sequence">[],
): Promise<readonly AttemptId[]> {
  if (events.length === 0) return [];
  const attempts = events.map(({ id, type, accountId, sequence }) => ({
    id: newId<"webhook_attempt">(),
    eventId: id,
    eventType: type,
    eventAccountId: accountId,
    eventSequence: sequence,
  }));
  await insertAttempts(tx, subscription, reason, attempts, clock.now());
  tx.afterCommit(() => wakeUp.nudge(webhooksTopic));
  return attempts.map(({ id }) => id);
}
