import type { Database, Transaction } from "../db/database.ts";
import { isRetriable } from "../db/errors.ts";
import { createPollLoop, type Turn } from "../db/poll-loop.ts";
import type { WakeUp } from "../db/wake-up.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import { ConsumerError, type EventConsumer } from "./consumer.ts";
import { eventsTopic } from "./event-log.ts";
import {
  type OutboxEvent,
  removeFromOutbox,
  selectOutbox,
  sweepOutbox,
  tryDispatchLock,
} from "./outbox-store.ts";

/** Dispatches events to the consumers. Every node runs one; one at a time is active. */
export interface EventDispatcher {
  start(): void;
  stop(): Promise<void>;
  health(): EventDispatcherHealth;
}

export interface EventDispatcherHealth {
  /** When a turn last succeeded, including turns without events or while another node was active. */
  readonly lastTurnAt: Instant | undefined;
  readonly failuresInARow: number;
}

export interface EventDispatcherOptions {
  readonly database: Database;
  readonly wakeUp: WakeUp;
  readonly clock: Clock;
  readonly consumers: readonly EventConsumer[];
  readonly batchSize?: number;
  readonly pollMs?: number;
  /** The longest pause between two polls while there are no events; `pollMs` by default. */
  readonly idleMs?: number;
  /** A ConsumerError names the consumer and the events; anything else is a database error. */
  readonly onError: (error: unknown) => void;
}

const defaultBatchSize = 500;
const defaultPollMs = 500;
const dispatchedPerSweep = 20_000;

export function createEventDispatcher(options: EventDispatcherOptions): EventDispatcher {
  const { database, clock, consumers } = options;
  let lastTurnAt: Instant | undefined;
  let failuresInARow = 0;
  let dispatchedSinceSweep = 0;

  const turn = async (): Promise<Turn> => {
    // After a failure, one by one: events before the poison event get through, and the report names it.
    const limit = failuresInARow > 0 ? 1 : (options.batchSize ?? defaultBatchSize);
    const count = await database.transaction((tx) => dispatchSome(tx, consumers, limit));
    lastTurnAt = clock.now();
    failuresInARow = 0;
    dispatchedSinceSweep += count;
    if (dispatchedSinceSweep >= dispatchedPerSweep) {
      dispatchedSinceSweep = 0;
      await sweepOutbox(database);
    }
    return count === 0 ? "wait" : "again";
  };
  const loop = createPollLoop({
    name: "events.dispatch",
    turn,
    pollMs: options.pollMs ?? defaultPollMs,
    idleMs: options.idleMs,
    onError: (error) => {
      failuresInARow += 1;
      options.onError(error);
    },
  });
  const stopListening = options.wakeUp.listen(eventsTopic, loop.wake);
  return {
    start: loop.start,
    stop: () => {
      stopListening();
      return loop.stop();
    },
    health: () => ({ lastTurnAt, failuresInARow }),
  };
}

/** The consumers' writes and the removal from the outbox commit together. Returns the number of events. */
async function dispatchSome(
  tx: Transaction,
  consumers: readonly EventConsumer[],
  limit: number,
): Promise<number> {
  if (!(await tryDispatchLock(tx))) return 0;
  const events = await selectOutbox(tx, limit);
  if (events.length === 0) return 0;
  for (const consumer of consumers) await handTo(consumer, tx, events);
  await removeFromOutbox(
    tx,
    events.map(({ position }) => position),
  );
  return events.length;
}

async function handTo(
  consumer: EventConsumer,
  tx: Transaction,
  events: readonly OutboxEvent[],
): Promise<void> {
  try {
    await consumer.handle(tx, events);
  } catch (cause) {
    // The database module retries such a transaction automatically.
    if (isRetriable(cause)) throw cause;
    throw new ConsumerError(consumer.name, events, cause);
  }
}
