import { createPollLoop } from "../../db/poll-loop.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import type { Instant } from "../../kernel/instant.ts";
import { webhooksTopic } from "./endpoint-queue-store.ts";
import { type HeldQueue, setAside } from "./held-queue.ts";
import { createHeldQueues, type HeldQueuesOptions } from "./held-queues.ts";
import { createQueueTurns, type QueueTurnsOptions } from "./queue-turns.ts";

/** Claims ready endpoint queues, renews their leases while this node works on them, and releases them. */
export interface QueueLease {
  start(): void;
  /** No work is left in it. */
  letGo(queue: HeldQueue): void;
  /** Claims no more, and sets aside queues that have not started. */
  close(): Promise<void>;
  /** Releases all held queues, so that others need not wait for the lease to expire. */
  stop(): Promise<void>;
  health(): { readonly lastClaimAt: Instant | undefined; readonly held: number };
}

export interface QueueLeaseOptions extends HeldQueuesOptions, Omit<QueueTurnsOptions, "onReleased"> {
  readonly wakeUp: WakeUp;
  readonly pollMs: number;
  readonly idleMs?: number | undefined;
  readonly onError: (error: unknown) => void;
}

const beatsPerLease = 4;
const lastReleases = 3;

export function createQueueLease(options: QueueLeaseOptions): QueueLease {
  const { pollMs, idleMs, onError } = options;
  const queues = createHeldQueues(options);
  const turns = createQueueTurns({ ...options, onReleased: () => claiming.wake() }, queues);
  const claiming = createPollLoop({ name: "webhooks.claim", turn: turns.claim, pollMs, idleMs, onError });
  const beatMs = options.leaseMs / beatsPerLease;
  const beating = createPollLoop({ name: "webhooks.renew", turn: turns.beat, pollMs: beatMs, onError });
  const releasing = createPollLoop({
    name: "webhooks.release",
    turn: turns.release,
    pollMs,
    idleMs,
    onError,
  });
  const stopListening = options.wakeUp.listen(webhooksTopic, claiming.wake);
  return {
    start: () => {
      for (const loop of [claiming, beating, releasing]) loop.start();
    },
    letGo: (queue) => {
      queues.finish(queue);
      releasing.wake();
    },
    close: async () => {
      stopListening();
      await claiming.stop();
      for (const queue of queues.all()) setAside(queue);
    },
    stop: async () => {
      await Promise.all([beating.stop(), releasing.stop()]);
      for (let tries = 0; queues.size() > 0 && tries < lastReleases; tries += 1) await turns.releaseAll();
    },
    health: () => ({ lastClaimAt: turns.lastClaimAt(), held: queues.size() }),
  };
}
