import type { Event } from "../../events/index.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Message } from "../message.ts";
import type { HandedQueue, LoadedAttempt } from "./endpoint-queue.ts";
import type { AttemptId, TakenQueue } from "./store.ts";

/**
 * Lets the fan-out of a node pass deliveries directly to the delivery worker of the same node: they are neither claimed
 * nor read. Everything that is not handed over, or lost on the way, is found in the queue.
 */
export interface HandOver {
  /** For the queues with a new delivery. Undefined when the worker takes none. */
  offer(): HandOverLease | undefined;
  /** To be called after the commit, with the events and the queues that got one. */
  accept(events: readonly Event[], queues: readonly FilledQueue[]): void;
}

export interface HandOverLease {
  /** The worker gets deliveries of queues that it holds already, and of free queues under this name. */
  readonly holder: string;
  /** Undefined when the worker can hold no more queues. */
  readonly until: Instant | undefined;
}

/** An endpoint queue with new deliveries. */
export interface FilledQueue extends Omit<TakenQueue, "holder"> {
  readonly holder: string | undefined;
  /** The new deliveries, if the worker of this node holds the queue: id, event id and row location of each. */
  readonly attempts: string | undefined;
  /** It was leased to that worker with these deliveries. */
  readonly isLeased: boolean;
  /** Other deliveries were due at that time. */
  readonly hasMore: boolean;
  /** Workers have to look for the new deliveries. */
  readonly needsWakeUp: boolean;
}

export function handedQueues(
  queues: readonly FilledQueue[],
  messages: ReadonlyMap<string, Message>,
): readonly HandedQueue[] {
  return queues.flatMap(({ holder, attempts, isLeased, hasMore, needsWakeUp, ...queue }): HandedQueue[] => {
    if (holder === undefined || attempts === undefined) return [];
    const taken = { ...queue, holder };
    return [{ taken, attempts: readAttempts(taken, attempts, messages), isLeased, hasMore }];
  });
}

const fieldsOfAttempt = 3;

function readAttempts(
  { tenantId, id: subscriptionId }: TakenQueue,
  text: string,
  messages: ReadonlyMap<string, Message>,
): readonly LoadedAttempt[] {
  const fields = text.split(" ");
  const attempts: LoadedAttempt[] = [];
  for (let index = 0; index < fields.length; index += fieldsOfAttempt) {
    const [id, eventId = "", place = ""] = fields.slice(index, index + fieldsOfAttempt);
    const message = messages.get(eventId);
    if (message === undefined) continue;
    attempts.push({ tenantId, subscriptionId, id: id as AttemptId, place, attemptNumber: 1, message });
  }
  return attempts;
}
