import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../db/database.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import { systemRandom } from "../../kernel/random.ts";
import type { TraceDelivery, WebhookSender } from "../sender.ts";
import { createEndpointLease } from "./endpoint-lease.ts";
import {
  canPost,
  createMessageCache,
  createQueueReader,
  type EndpointQueue,
  forget,
  isFinished,
  isHungry,
  type LoadedAttempt,
} from "./endpoint-queue.ts";
import { type HandOver, handedQueues } from "./hand-over.ts";
import {
  type AttemptReport,
  createResultWriter,
  type SendOptions,
  type Sent,
  sendAttempt,
} from "./send-attempt.ts";
import { type Endpoint, sweepQueue } from "./store.ts";

/** Delivers queued events. Every node with the role `worker` has one. */
export interface DeliveryWorker {
  start(): void;
  /** Claims no more, lets requests in flight finish for this long, and releases its queues. */
  stop(graceMs: number): Promise<void>;
  health(): DeliveryWorkerHealth;
  /** For the fan-out of this node. */
  readonly handOver: HandOver;
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
  /** Requests that may be in flight at once, in total and per endpoint. */
  readonly concurrency: number;
  readonly endpointConcurrency: number;
  /** The endpoint is gone, or has been failing for days; to be ignored when the URL has changed. */
  readonly disable: (endpoint: Endpoint, because: "gone" | "failing") => Promise<void>;
  readonly report?: (report: AttemptReport) => void;
  readonly trace?: TraceDelivery | undefined;
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
  const onQueue = (queue: EndpointQueue): void => {
    sending.enter(queue);
    if (isHungry(queue)) queueReader.request(queue);
    else if (isFinished(queue)) lease.letGo(queue);
  };
  const sending = createSending({
    ...options,
    random: options.random ?? systemRandom,
    report: options.report ?? (() => {}),
    onQueue,
  });
  const messages = createMessageCache();
  const queueReader = createQueueReader({ database, clock, messages, onFed: onQueue, onError });
  const lease = createEndpointLease({
    ...options,
    name: options.newId<"deliveryWorker">(),
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
      await sending.end(graceMs);
      await lease.stop().catch(onError);
    },
    health: () => ({ ...lease.health(), posting: sending.posting() }),
    handOver: {
      offer: lease.offer,
      accept: (events, queues) => lease.accept(handedQueues(queues, messages.remember(events))),
    },
  };
}

/** Sends the attempts of endpoint queues, and writes the results. */
interface Sending {
  /** It may have something to send. */
  enter(queue: EndpointQueue): void;
  posting(): number;
  /** Resolves when nothing is in flight and all results are written, or after the grace period. */
  end(graceMs: number): Promise<void>;
}

type SendingOptions = SendOptions &
  Pick<DeliveryWorkerOptions, "database" | "concurrency" | "disable" | "onError"> & {
    readonly onQueue: (queue: EndpointQueue) => void;
  };

const writtenPerSweep = 20_000;
const lookMs = 10;

function createSending(options: SendingOptions): Sending {
  const { database, onQueue, onError } = options;
  let writtenSinceSweep = 0;

  const sendOne = async (
    queue: EndpointQueue,
    attempt: LoadedAttempt,
    isTroubled: boolean,
  ): Promise<void> => {
    const settlement = await sendAttempt(options, queue, attempt);
    queue.posting -= 1;
    queue.unsettled += 1;
    resultWriter.add({ queue, isTroubled, settlement });
    onQueue(queue);
  };
  const limit = createConcurrencyLimit({
    places: options.concurrency,
    post: (queue, attempt, isTroubled) => void sendOne(queue, attempt, isTroubled),
  });
  const settled = (queue: EndpointQueue): void => {
    if (queue.disabling === undefined || queue.known.size > 0) {
      onQueue(queue);
      return;
    }
    options
      .disable(queue.taken, queue.disabling)
      .catch(onError)
      .finally(() => onQueue(queue));
  };
  const onWritten = (sent: readonly Sent[]): void => {
    for (const { queue, isTroubled, settlement } of sent) {
      queue.unsettled -= 1;
      forget(queue, settlement.id);
      limit.leave(isTroubled);
    }
    for (const queue of new Set(sent.map(({ queue }) => queue))) settled(queue);
    writtenSinceSweep += sent.length;
    if (writtenSinceSweep < writtenPerSweep) return;
    writtenSinceSweep = 0;
    sweepQueue(database).catch(onError);
  };
  const resultWriter = createResultWriter({ database, onWritten, onError });
  const posting = (): number => limit.load().taken;
  return {
    enter: limit.enter,
    posting,
    end: async (graceMs) => {
      for (let waitedMs = 0; posting() > 0 && waitedMs < graceMs; waitedMs += lookMs) await sleep(lookMs);
      await unlessLate(resultWriter.drained(), graceMs);
      // Attempts that end later are sent again by another worker: the database may be closed by then.
      resultWriter.abandon();
    },
  };
}

/** Leaves no timer behind, which would keep the process alive. */
async function unlessLate(work: Promise<void>, graceMs: number): Promise<void> {
  const isOver = new AbortController();
  const late = sleep(graceMs, undefined, { signal: isOver.signal }).catch(() => undefined);
  await Promise.race([work, late]);
  isOver.abort();
}

/**
 * Limits the requests that a node may have in flight. Endpoint queues take turns, one request at a time. Those whose
 * last attempt failed get only part of the slots, so that many dead endpoints leave capacity for the healthy ones.
 */
export interface ConcurrencyLimit {
  /** It may have something to send. */
  enter(endpointQueue: EndpointQueue): void;
  /** An attempt is settled, and its slot is free again. */
  leave(wasTroubled: boolean): void;
  load(): { readonly taken: number; readonly troubled: number };
}

interface ConcurrencyLimitOptions {
  readonly places: number;
  readonly post: (endpointQueue: EndpointQueue, attempt: LoadedAttempt, isTroubled: boolean) => void;
}

const troubledPart = 4;

export function createConcurrencyLimit({ places, post }: ConcurrencyLimitOptions): ConcurrencyLimit {
  const troubledPlaces = Math.max(1, Math.floor(places / troubledPart));
  const queue = new Set<EndpointQueue>();
  const benched = new Set<EndpointQueue>();
  let taken = 0;
  let troubled = 0;
  let isDealing = false;

  const serve = (endpointQueue: EndpointQueue): void => {
    if (!canPost(endpointQueue)) return;
    const isTroubled = endpointQueue.health.failuresInARow > 0;
    if (isTroubled && troubled >= troubledPlaces) {
      benched.add(endpointQueue);
      return;
    }
    const attempt = endpointQueue.waiting.shift();
    if (attempt === undefined) return;
    taken += 1;
    if (isTroubled) troubled += 1;
    endpointQueue.posting += 1;
    post(endpointQueue, attempt, isTroubled);
    // At the end of the round; iterating over a Set also visits items added during the iteration.
    queue.add(endpointQueue);
  };
  const deal = (): void => {
    if (isDealing) return;
    isDealing = true;
    for (const endpointQueue of queue) {
      if (taken >= places) break;
      queue.delete(endpointQueue);
      serve(endpointQueue);
    }
    isDealing = false;
  };
  /** The next queue for the slot. Queues without attempts to send are added again when they have some. */
  const unbench = (): void => {
    for (const endpointQueue of benched) {
      benched.delete(endpointQueue);
      queue.add(endpointQueue);
      if (canPost(endpointQueue) && endpointQueue.health.failuresInARow > 0) return;
    }
  };

  return {
    enter: (endpointQueue) => {
      queue.add(endpointQueue);
      deal();
    },
    leave: (wasTroubled) => {
      taken -= 1;
      if (wasTroubled) {
        troubled -= 1;
        unbench();
      }
      deal();
    },
    load: () => ({ taken, troubled }),
  };
}
