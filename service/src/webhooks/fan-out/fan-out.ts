import type { WakeUp } from "../../db/wake-up.ts";
import { defineConsumer, type Event, type EventConsumer } from "../../events/index.ts";
import type { Clock } from "../../kernel/instant.ts";
import { webhooksTopic } from "../delivery/lane-store.ts";
import { putEventsInLine } from "./store.ts";

export interface FanOutDeps {
  readonly clock: Clock;
  readonly wakeUp: Pick<WakeUp, "nudge">;
  /** Told of events that were put in line, after the commit: the couriers of this node need not read them again. */
  readonly remember?: (events: readonly Event[]) => void;
}

/** One delivery in line for each event and each subscription that wants it, in the transaction that hands the events out. */
export function createFanOut({ clock, wakeUp, remember }: FanOutDeps): EventConsumer {
  return defineConsumer({
    name: "webhooks",
    handle: async (tx, events) => {
      const lanes = await putEventsInLine(tx, events, clock.now());
      if (lanes === 0) return;
      tx.afterCommit(() => {
        remember?.(events);
        wakeUp.nudge(webhooksTopic);
      });
    },
  });
}
