import type { Database, Session, Transaction } from "../db/database.ts";
import { isRetriable } from "../db/errors.ts";
import { createPollLoop, type Turn } from "../db/poll-loop.ts";
import { preferIndexes } from "../db/prefer-indexes.ts";
import { statement } from "../db/statement.ts";
import type { WakeUp } from "../db/wake-up.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import type { Event } from "./event.ts";
import { eventsTopic } from "./event-log.ts";
import { eventOutbox, events } from "./tables.ts";

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
    if (count === limit) return "again";
    return count === 0 ? "wait" : "soon";
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
  preferIndexes(tx);
  tx.later(lockStatement);
  const events = await tx.rows(takeStatement, [limit]);
  if (events.length === 0) return 0;
  for (const consumer of consumers) await handTo(consumer, tx, events);
  return events.length;
}

async function handTo(consumer: EventConsumer, tx: Transaction, events: readonly Event[]): Promise<void> {
  try {
    await consumer.handle(tx, events);
  } catch (cause) {
    // The database module retries such a transaction automatically.
    if (isRetriable(cause)) throw cause;
    throw new ConsumerError(consumer.name, events, cause);
  }
}

/**
 * Gets every event. Its writes through the transaction commit together with the removal from the outbox, so they are
 * recorded exactly once; it must have no other effect. When it throws, the events are dispatched to it again.
 */
export interface EventConsumer {
  readonly name: string;
  /** An account's events are in sequence order. */
  readonly handle: (tx: Transaction, events: readonly Event[]) => Promise<void>;
}

export function defineConsumer(consumer: EventConsumer): EventConsumer {
  return consumer;
}

export class ConsumerError extends Error {
  override readonly name = "ConsumerError";
  readonly consumer: string;

  constructor(consumer: string, events: readonly Event[], cause: unknown) {
    const [first] = events;
    const which = events.length === 1 ? `event ${first?.id}` : `${events.length} events from ${first?.id} on`;
    super(`the event consumer ${consumer} failed on ${which}; no event is dispatched until it succeeds`, {
      cause,
    });
    this.consumer = consumer;
  }
}

/**
 * Makes this transaction the active dispatcher if no other is; the lock ends with it, on commit or rollback. Any number
 * works, as long as nothing else in the database takes an advisory lock on it.
 */
const lockStatement = statement(
  `SELECT set_config('florin.is_dispatching', pg_try_advisory_xact_lock(7306096912738504)::text, true)`,
);

/**
 * Nothing unless this transaction is the active dispatcher. Sent together with the lock, and a separate statement, because it must see what the last dispatcher committed. By
 * exact row, not by a range: a transaction that began earlier may still commit a lower position. Index:
 * event_outbox_pkey.
 */
const takeStatement = statement<Event>(`
  WITH taken AS (
    DELETE FROM event_outbox WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM event_outbox WHERE current_setting('florin.is_dispatching')::boolean
       ORDER BY position LIMIT $1))
    RETURNING ${eventOutbox.list()}
  )
  SELECT ${events.list()} FROM taken ORDER BY position`);

/** Dispatched events leave dead rows behind, and a scan for the first row walks over them until they are vacuumed. */
async function sweepOutbox(session: Session): Promise<void> {
  await session.run(sweepStatement);
}

const sweepStatement = statement(`VACUUM (SKIP_LOCKED, TRUNCATE FALSE) event_outbox`);

/** For metrics: number of waiting events and the age of the oldest. */
export interface OutboxLoad {
  readonly waiting: number;
  readonly oldestAt: Instant | undefined;
}

export async function measureOutbox(session: Session): Promise<OutboxLoad> {
  const row = await session.first(measureStatement);
  return { waiting: row?.waiting ?? 0, oldestAt: row?.oldestAt };
}

const measureStatement = statement<{ readonly waiting: number; readonly oldestAt: Instant | undefined }>(
  `SELECT count(*)::integer AS waiting, min(created_at) AS oldest_at FROM event_outbox`,
);
