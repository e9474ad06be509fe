import type { Database, Session } from "../../db/database.ts";
import { createPollLoop, type PollLoop, type Turn } from "../../db/poll-loop.ts";
import { preferIndexes } from "../../db/prefer-indexes.ts";
import type { Event } from "../../events/index.ts";
import { type EventPlace, selectEventsAt } from "../../events/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import { type Message, messageOf, type SigningSecrets } from "../message.ts";
import { healthOf, isPaused, openWindow, type QueueHealth, type Window } from "./endpoint-health.ts";
import { type AttemptId, type DuePlace, type QueuedAttempt, selectDue, type TakenQueue } from "./store.ts";

/** An attempt that is ready to be sent. */
export type LoadedAttempt = Pick<
  QueuedAttempt,
  "tenantId" | "subscriptionId" | "id" | "place" | "attemptNumber"
> & { readonly message: Message };

/** An endpoint queue held by this worker. All mutable state of delivering is here and nowhere else. */
export interface EndpointQueue {
  taken: TakenQueue;
  /** The latest change counter whose deliveries are here or to be read. */
  seenChanges: bigint;
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
  /** Where the next read continues, if the last one did not reach the end. */
  readFrom: DuePlace | undefined;
  /** The rest is not worth sending now: disabled, archived, paused, or the worker stops. */
  isSetAside: boolean;
  disabling: "gone" | "failing" | undefined;
}

export function holdQueue(
  taken: TakenQueue,
  secrets: SigningSecrets,
  endpointConcurrency: number,
): EndpointQueue {
  return {
    taken,
    seenChanges: taken.changeCount,
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
    readFrom: undefined,
    isSetAside: taken.status !== "active",
    disabling: undefined,
  };
}

/** A queue that this worker holds, with deliveries that the fan-out of its node has just queued. */
export interface HandedQueue {
  readonly taken: TakenQueue;
  readonly attempts: readonly LoadedAttempt[];
  /** It was leased to this worker with these deliveries. */
  readonly isLeased: boolean;
  /** Other deliveries were due at that time. */
  readonly hasMore: boolean;
}

/** The queue was leased by the fan-out, with its new deliveries. */
export function startWith(
  queue: EndpointQueue,
  { taken: { changeCount }, attempts, hasMore }: HandedQueue,
  capacity: number,
): void {
  queue.mayHaveMore = hasMore;
  queue.seenChanges = changeCount - 1n;
  addHanded(queue, changeCount, attempts, capacity);
}

/** Updates the queue to its current state. Deliveries queued since the last read are to be read. */
export function lookAgain(
  queue: EndpointQueue,
  taken: TakenQueue,
  secrets: SigningSecrets,
  now: Instant,
): void {
  const hasNewDeliveries = taken.changeCount > queue.seenChanges;
  if (hasNewDeliveries) queue.seenChanges = taken.changeCount;
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

export function setAside(queue: EndpointQueue): void {
  for (const { id } of queue.waiting) queue.known.delete(id);
  queue.waiting = [];
  queue.mayHaveMore = false;
  queue.isSetAside = true;
}

export function beginReading(queue: EndpointQueue): void {
  queue.isReading = true;
  queue.mayHaveMore = false;
}

/** `next` is where the rest begins, if there may be one. */
export function addRead(
  queue: EndpointQueue,
  attempts: readonly LoadedAttempt[],
  next: DuePlace | undefined,
): void {
  const wasContinued = queue.readFrom !== undefined;
  queue.readFrom = next;
  if (!queue.isSetAside) {
    // Deliveries queued during the read are not in its result, and a later part has none that came in before it.
    queue.mayHaveMore ||= next !== undefined || wasContinued;
    addWaiting(queue, attempts);
  }
  endReading(queue);
}

function addWaiting({ known, waiting }: EndpointQueue, attempts: readonly LoadedAttempt[]): void {
  for (const attempt of attempts) {
    if (known.has(attempt.id)) continue;
    known.add(attempt.id);
    waiting.push(attempt);
  }
}

/** Most deliveries that wait for one endpoint in memory. The rest is read when it is their turn. */
const maxHandedToQueue = 2_048;

/**
 * Adds deliveries that the fan-out has just queued, unless others come first: those that are to be read, or that were
 * queued elsewhere in between.
 */
export function addHanded(
  queue: EndpointQueue,
  changeCount: bigint,
  attempts: readonly LoadedAttempt[],
  capacity: number,
): void {
  // A renewal saw them earlier.
  if (changeCount <= queue.seenChanges) return;
  const isNext = changeCount === queue.seenChanges + 1n;
  queue.seenChanges = changeCount;
  if (queue.isSetAside) return;
  const fits = attempts.length <= Math.min(capacity, maxHandedToQueue - queue.waiting.length);
  if (isNext && fits && !queue.mayHaveMore && !queue.isReading) addWaiting(queue, attempts);
  else queue.mayHaveMore = true;
}

/** The read failed, so all of it may still be in the queue. */
export function failReading(queue: EndpointQueue): void {
  queue.mayHaveMore = !queue.isSetAside;
  endReading(queue);
}

function endReading(queue: EndpointQueue): void {
  queue.isReading = false;
  for (const id of queue.settledMeanwhile) queue.known.delete(id);
  queue.settledMeanwhile.clear();
}

export function forget(queue: EndpointQueue, id: AttemptId): void {
  if (queue.isReading) queue.settledMeanwhile.add(id);
  else queue.known.delete(id);
}

/** Writing may lag sending by one window at most: that bounds what a dying node can cause to be sent twice. */
export function canPost({ waiting, posting, unsettled, window }: EndpointQueue): boolean {
  return waiting.length > 0 && posting < window.size && posting + unsettled < 2 * window.size;
}

export function isHungry(queue: EndpointQueue): boolean {
  return queue.mayHaveMore && !queue.isReading && queue.waiting.length < queue.window.size * windowsLeft;
}

/** No work is left for it here. */
export function isFinished(queue: EndpointQueue): boolean {
  return queue.known.size === 0 && !queue.mayHaveMore && !queue.isReading;
}

/** Reads due attempts of queues that run low, for many queues at once. */
export interface QueueReader extends Pick<PollLoop, "start" | "stop"> {
  request(queue: EndpointQueue): void;
}

interface QueueReaderOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly messages: MessageCache;
  readonly onFed: (queue: EndpointQueue) => void;
  readonly onError: (error: unknown) => void;
}

const maxQueuesAtOnce = 500;
const maxRowsAtOnce = 2_000;
/** Per queue: many times its window, and read again well before the last is sent, so that sending never waits. */
const windowsAhead = 16;
const windowsLeft = 4;
// Requests wake it, so the poll is only a safeguard.
const pollMs = 1_000;
const idleMs = 30_000;

export function createQueueReader(options: QueueReaderOptions): QueueReader {
  const hungry = new Set<EndpointQueue>();

  const turn = async (): Promise<Turn> => {
    const queues: EndpointQueue[] = [];
    let rows = 0;
    for (const queue of hungry) {
      if (queues.length >= maxQueuesAtOnce || rows >= maxRowsAtOnce) break;
      hungry.delete(queue);
      beginReading(queue);
      queues.push(queue);
      rows += capacityOf(queue);
    }
    if (queues.length === 0) return "wait";
    try {
      await readSome(options, queues);
    } catch (error) {
      for (const queue of queues) {
        failReading(queue);
        hungry.add(queue);
      }
      throw error;
    }
    return hungry.size > 0 ? "again" : "wait";
  };
  const loop = createPollLoop({ name: "webhooks.read", turn, pollMs, idleMs, onError: options.onError });
  return {
    start: loop.start,
    stop: loop.stop,
    request: (queue) => {
      hungry.add(queue);
      loop.wake();
    },
  };
}

async function readSome(
  { database, clock, messages, onFed }: QueueReaderOptions,
  queues: readonly EndpointQueue[],
): Promise<void> {
  const queries = queues.map((queue) => ({
    key: queue.taken,
    limit: capacityOf(queue),
    from: queue.readFrom,
  }));
  const { due, loaded } = await database.transaction(async (tx) => {
    preferIndexes(tx);
    const rows = await selectDue(tx, queries, clock.now());
    return { due: rows, loaded: await messages.load(tx, rows) };
  });
  const perQueue = groupByQueue(due);
  for (const [index, queue] of queues.entries()) {
    const rows = perQueue.get(queue.taken.id) ?? [];
    const attempts = rows.flatMap((row): LoadedAttempt[] => {
      const message = loaded.get(row.eventId);
      return message === undefined ? [] : [{ ...row, message }];
    });
    addRead(queue, attempts, rows.length === queries[index]?.limit ? rows.at(-1) : undefined);
    onFed(queue);
  }
}

/** From the beginning, attempts that are already known are read again, because they are still in the queue. */
function capacityOf({ known, window, readFrom }: EndpointQueue): number {
  return (readFrom === undefined ? known.size : 0) + window.size * windowsAhead;
}

function groupByQueue(due: readonly QueuedAttempt[]): ReadonlyMap<string, readonly QueuedAttempt[]> {
  const queues = new Map<string, QueuedAttempt[]>();
  for (const attempt of due) {
    const rows = queues.get(attempt.subscriptionId);
    if (rows === undefined) queues.set(attempt.subscriptionId, [attempt]);
    else rows.push(attempt);
  }
  return queues;
}

/** Messages of recent events: one event goes to many endpoints, and this node has often just dispatched it itself. */
interface MessageCache {
  /** Their messages, by event id. */
  remember(events: readonly Event[]): ReadonlyMap<string, Message>;
  /** The messages of all these attempts, by event id. */
  load(session: Session, attempts: readonly QueuedAttempt[]): Promise<ReadonlyMap<string, Message>>;
}

const maxMessages = 5_000;

export function createMessageCache(): MessageCache {
  const latest = new Map<string, Message>();
  const keep = (event: Event): Message => {
    const message = messageOf(event);
    latest.set(event.id, message);
    const [oldest] = latest.keys();
    if (latest.size > maxMessages && oldest !== undefined) latest.delete(oldest);
    return message;
  };
  return {
    remember: (events) => new Map(events.map((event) => [event.id, keep(event)])),
    load: async (session, attempts) => {
      const found = new Map<string, Message>();
      const missing = new Map<string, EventPlace>();
      for (const attempt of attempts) {
        const message = latest.get(attempt.eventId);
        if (message === undefined) missing.set(attempt.eventId, placeOf(attempt));
        else found.set(attempt.eventId, message);
      }
      if (missing.size === 0) return found;
      const events = await selectEventsAt(session, [...missing.values()]);
      assert(events.length === missing.size, "every queued delivery has its event in the event log");
      for (const event of events) found.set(event.id, keep(event));
      return found;
    },
  };
}

function placeOf({ tenantId, network, eventAccountId, eventSequence }: QueuedAttempt): EventPlace {
  return { tenantId, network, accountId: eventAccountId, sequence: eventSequence };
}
