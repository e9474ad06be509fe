import type { Database } from "../../db/database.ts";
import { createPollLoop, type PollLoop, type Turn } from "../../db/poll-loop.ts";
import type { Clock } from "../../kernel/instant.ts";
import { addRead, beginReading, failReading, type HeldQueue, type LoadedAttempt } from "./held-queue.ts";
import type { MessageCache } from "./message-cache.ts";
import { type QueuedAttempt, selectDue } from "./queue-store.ts";

/** Reads due attempts of queues that run low, for many queues at once. */
export interface QueueReader extends Pick<PollLoop, "start" | "stop"> {
  request(queue: HeldQueue): void;
}

export interface QueueReaderOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly messages: MessageCache;
  readonly onFed: (queue: HeldQueue) => void;
  readonly onError: (error: unknown) => void;
}

const maxQueuesAtOnce = 500;
const maxRowsAtOnce = 2_000;
/** Per queue: a few times its window, so that reading stays ahead of sending. */
const windowsAhead = 4;
// Requests wake it, so the poll is only a safeguard.
const pollMs = 1_000;
const idleMs = 30_000;

export function createQueueReader({
  database,
  clock,
  messages,
  onFed,
  onError,
}: QueueReaderOptions): QueueReader {
  const hungry = new Set<HeldQueue>();

  const readSome = async (queues: readonly HeldQueue[]): Promise<void> => {
    const queries = queues.map((queue) => ({ key: queue.taken, limit: capacityOf(queue) }));
    const due = await selectDue(database, queries, clock.now());
    const loaded = await messages.load(database, due);
    const perQueue = groupByQueue(due);
    for (const [index, queue] of queues.entries()) {
      const rows = perQueue.get(queue.taken.id) ?? [];
      const attempts = rows.flatMap((row): LoadedAttempt[] => {
        const message = loaded.get(row.eventId);
        return message === undefined ? [] : [{ ...row, message }];
      });
      addRead(queue, attempts, rows.length === queries[index]?.limit);
      onFed(queue);
    }
  };
  const turn = async (): Promise<Turn> => {
    const queues: HeldQueue[] = [];
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
      await readSome(queues);
    } catch (error) {
      for (const queue of queues) {
        failReading(queue);
        hungry.add(queue);
      }
      throw error;
    }
    return hungry.size > 0 ? "again" : "wait";
  };
  const loop = createPollLoop({ name: "webhooks.read", turn, pollMs, idleMs, onError });
  return {
    start: loop.start,
    stop: loop.stop,
    request: (queue) => {
      hungry.add(queue);
      loop.wake();
    },
  };
}

/** Attempts that are already known are still in the queue, and are read again. */
function capacityOf(queue: HeldQueue): number {
  return queue.known.size + queue.window.size * windowsAhead;
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
