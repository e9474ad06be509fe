import type { WakeUp } from "../../db/wake-up.ts";
import { defineConsumer, type Event, type EventConsumer } from "../../events/index.ts";
import type { Clock } from "../../kernel/instant.ts";
import { webhooksTopic } from "../delivery/endpoint-queue-store.ts";
import { putEventsInLine } from "./store.ts";

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
