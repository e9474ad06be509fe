import { createWakeUp, type WakeUp } from "../db/wake-up.ts";
import { createEventLog, type EventLog } from "../events/index.ts";
import { createJobQueue, type JobQueue } from "../jobs/index.ts";
import type { AppParts } from "./app-parts.ts";

/** What use cases write for asynchronous processing: jobs and events, and the wake-up signal for workers. */
export interface Outgoing {
  readonly wakeUp: WakeUp;
  readonly jobQueue: JobQueue;
  readonly eventLog: EventLog;
}

export function createOutgoing({ target, logger, clock, newId }: AppParts): Outgoing {
  const wakeUp = createWakeUp({
    connection: target,
    applicationName: "florin wake-up",
    onError: (error) => logger.warn({ err: error }, "workers could not be woken; they will poll"),
  });
  return {
    wakeUp,
    jobQueue: createJobQueue({ clock, newId, wakeUp }),
    eventLog: createEventLog({ clock, newId, wakeUp }),
  };
}
