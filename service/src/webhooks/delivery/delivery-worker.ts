import type { Database } from "../../db/database.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import { systemRandom } from "../../kernel/random.ts";
import type { WebhookSender } from "../sender.ts";
import type { AttemptReport } from "./attempt-report.ts";
import type { Endpoint } from "./endpoint-queue-store.ts";
import { type HeldQueue, isFinished, isHungry } from "./held-queue.ts";
import { createMessageCache, type MessageCache } from "./message-cache.ts";
import { createPosting } from "./posting.ts";
import { createQueueLease } from "./queue-lease.ts";
import { createQueueReader } from "./queue-reader.ts";
import { createSecretsCache } from "./secrets-cache.ts";

/** Delivers queued events. Every node with the role `worker` has one. */
export interface DeliveryWorker {
  start(): void;
  /** Claims no more, lets requests in flight finish for this long, and releases its queues. */
  stop(graceMs: number): Promise<void>;
  health(): DeliveryWorkerHealth;
}

export interface DeliveryWorkerHealth {
  /** When the last claim succeeded, whether or not a queue was ready. */
  readonly lastClaimAt: Instant | undefined;
  readonly held: number;
  readonly posting: number;
}

export interface DeliveryWorkerOptions {
  readonly database: Database;
  readonly wakeUp: WakeUp;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly sender: Pick<WebhookSender, "send">;
  /** Shared with the fan-out of this node, if it has one. */
  readonly messages?: MessageCache;
  /** Requests that may be in flight at once, in total and per endpoint. */
  readonly concurrency: number;
  readonly endpointConcurrency: number;
  /** The endpoint is gone, or has been failing for days; to be ignored when the URL has changed. */
  readonly disable: (endpoint: Endpoint, because: "gone" | "failing") => Promise<void>;
  readonly report?: (report: AttemptReport) => void;
  readonly onError: (error: unknown) => void;
  readonly random?: () => number;
  readonly pollMs?: number;
  /** The longest pause between two polls while no delivery is due; `pollMs` by default. */
  readonly idleMs?: number;
  /** How long a node may be silent before its queues go to others. */
  readonly leaseMs?: number;
}

const defaultPollMs = 500;
const defaultLeaseMs = 8_000;

export function createDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { database, clock, onError } = options;
  const onQueue = (queue: HeldQueue): void => {
    posting.enter(queue);
    if (isHungry(queue)) queueReader.request(queue);
    else if (isFinished(queue)) lease.letGo(queue);
  };
  const posting = createPosting({
    ...options,
    random: options.random ?? systemRandom,
    report: options.report ?? (() => {}),
    onQueue,
  });
  const messages = options.messages ?? createMessageCache();
  const queueReader = createQueueReader({ database, clock, messages, onFed: onQueue, onError });
  const lease = createQueueLease({
    ...options,
    name: options.newId<"deliveryWorker">(),
    secretsOf: createSecretsCache(options.keyRing),
    leaseMs: options.leaseMs ?? defaultLeaseMs,
    pollMs: options.pollMs ?? defaultPollMs,
    onQueue,
  });
  return {
    start: () => {
      lease.start();
      queueReader.start();
    },
    stop: async (graceMs) => {
      await Promise.all([lease.close(), queueReader.stop()]);
      await posting.end(graceMs);
      await lease.stop().catch(onError);
    },
    health: () => ({ ...lease.health(), posting: posting.posting() }),
  };
}
