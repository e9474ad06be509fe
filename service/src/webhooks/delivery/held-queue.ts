import type { Instant } from "../../kernel/instant.ts";
import type { Message } from "../message/message.ts";
import type { SigningSecrets } from "../message/sign.ts";
import { healthOf, isPaused, openWindow, type QueueHealth, type Window } from "./endpoint-health.ts";
import type { TakenQueue } from "./endpoint-queue-store.ts";
import type { AttemptId, QueuedAttempt } from "./queue-store.ts";

export type LoadedAttempt = QueuedAttempt & { readonly message: Message };

/** An endpoint queue held by this worker. All mutable state of delivering is here and nowhere else. */
export interface HeldQueue {
  taken: TakenQueue;
  secrets: SigningSecrets;
  health: QueueHealth;
  window: Window;
  /** Read and not yet sent. */
  waiting: LoadedAttempt[];
  posting: number;
  /** Sent and not settled: these would be sent again if this node died. */
  unsettled: number;
  /** Waiting, in flight, or not settled yet: reading one of these again adds nothing. */
  readonly known: Set<AttemptId>;
  /** The queue is being read. Attempts settled in the meantime may be in the result, and stay known until then. */
  isReading: boolean;
  readonly settledMeanwhile: Set<AttemptId>;
  /** There may be more in the queue than was read. */
  mayHaveMore: boolean;
  /** The rest is not worth sending now: disabled, archived, paused, or the worker stops. */
  isSetAside: boolean;
  disabling: "gone" | "failing" | undefined;
}

export function holdQueue(
  taken: TakenQueue,
  secrets: SigningSecrets,
  endpointConcurrency: number,
): HeldQueue {
  return {
    taken,
    secrets,
    health: healthOf(taken),
    window: openWindow(taken, endpointConcurrency),
    waiting: [],
    posting: 0,
    unsettled: 0,
    known: new Set(),
    isReading: false,
    settledMeanwhile: new Set(),
    mayHaveMore: taken.status === "active",
    isSetAside: taken.status !== "active",
    disabling: undefined,
  };
}

/** Updates the queue to its current state. Deliveries queued since the last read are to be read. */
export function lookAgain(queue: HeldQueue, taken: TakenQueue, secrets: SigningSecrets, now: Instant): void {
  const hasNewDeliveries = taken.changeCount !== queue.taken.changeCount;
  if (taken.url !== queue.taken.url) {
    // A new URL has not failed yet.
    queue.health = healthOf(taken);
    queue.disabling = undefined;
  }
  queue.taken = taken;
  queue.secrets = secrets;
  if (taken.status !== "active") setAside(queue);
  else if (hasNewDeliveries && !isPaused(queue.health, now) && !queue.isSetAside) queue.mayHaveMore = true;
}

export function setAside(queue: HeldQueue): void {
  for (const { id } of queue.waiting) queue.known.delete(id);
  queue.waiting = [];
  queue.mayHaveMore = false;
  queue.isSetAside = true;
}

export function beginReading(queue: HeldQueue): void {
  queue.isReading = true;
  queue.mayHaveMore = false;
}

export function addRead(queue: HeldQueue, attempts: readonly LoadedAttempt[], wasFull: boolean): void {
  if (!queue.isSetAside) {
    // Deliveries queued during the read are not in its result.
    queue.mayHaveMore ||= wasFull;
    for (const attempt of attempts) {
      if (queue.known.has(attempt.id)) continue;
      queue.known.add(attempt.id);
      queue.waiting.push(attempt);
    }
  }
  endReading(queue);
}

/** The read failed, so all of it may still be in the queue. */
export function failReading(queue: HeldQueue): void {
  queue.mayHaveMore = !queue.isSetAside;
  endReading(queue);
}

function endReading(queue: HeldQueue): void {
  queue.isReading = false;
  for (const id of queue.settledMeanwhile) queue.known.delete(id);
  queue.settledMeanwhile.clear();
}

export function forget(queue: HeldQueue, id: AttemptId): void {
  if (queue.isReading) queue.settledMeanwhile.add(id);
  else queue.known.delete(id);
}

/** Writing may lag sending by one window at most: that bounds what a dying node can cause to be sent twice. */
export function canPost({ waiting, posting, unsettled, window }: HeldQueue): boolean {
  return waiting.length > 0 && posting < window.size && posting + unsettled < 2 * window.size;
}

export function isHungry(queue: HeldQueue): boolean {
  return queue.mayHaveMore && !queue.isReading && queue.waiting.length < queue.window.size;
}

/** No work is left for it here. */
export function isFinished(queue: HeldQueue): boolean {
  return queue.known.size === 0 && !queue.mayHaveMore && !queue.isReading;
}
