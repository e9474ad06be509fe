import type { Clock } from "../../kernel/instant.ts";
import type { SigningSecrets } from "../message/sign.ts";
import type { TakenQueue } from "./endpoint-queue-store.ts";
import { type HeldQueue, holdQueue, isFinished, lookAgain, setAside } from "./held-queue.ts";
import type { SecretsOf } from "./secrets-cache.ts";

/** The endpoint queues held by a worker, including those it is about to release. */
export interface HeldQueues {
  size(): number;
  all(): readonly HeldQueue[];
  /** A queue that is about to be released is not renewed. */
  kept(): readonly HeldQueue[];
  finished(limit: number): readonly HeldQueue[];
  hasFinished(): boolean;
  admit(taken: TakenQueue): void;
  /** The result of a renewal; queues missing from it belong to another worker now. */
  lookedAgain(
    queues: readonly HeldQueue[],
    before: readonly TakenQueue[],
    found: readonly TakenQueue[],
  ): void;
  finish(queue: HeldQueue): void;
  /** Returns the queues that were not released. */
  released(queues: readonly HeldQueue[], ids: ReadonlySet<string>): readonly HeldQueue[];
}

export interface HeldQueuesOptions {
  readonly clock: Clock;
  readonly secretsOf: SecretsOf;
  readonly endpointConcurrency: number;
  /** Something about the queue may have changed. */
  readonly onQueue: (queue: HeldQueue) => void;
  readonly onError: (error: unknown) => void;
}

export function createHeldQueues(options: HeldQueuesOptions): HeldQueues {
  const held = new Map<string, HeldQueue>();
  const finished = new Set<HeldQueue>();
  const isHeld = (queue: HeldQueue): boolean => held.get(queue.taken.id) === queue;

  const refresh = (queue: HeldQueue, taken: TakenQueue): void => {
    const secrets = signersOf(options, taken);
    if (secrets === undefined) {
      drop(queue);
      return;
    }
    lookAgain(queue, taken, secrets, options.clock.now());
    options.onQueue(queue);
  };
  /** Requests in flight are settled anyway. */
  const drop = (queue: HeldQueue): void => {
    setAside(queue);
    finished.delete(queue);
    if (isHeld(queue)) held.delete(queue.taken.id);
  };
  const take = (taken: TakenQueue): void => {
    const secrets = signersOf(options, taken);
    // The next worker to claim it, when the lease has expired, tries again.
    if (secrets === undefined) return;
    const queue = holdQueue(taken, secrets, options.endpointConcurrency);
    held.set(taken.id, queue);
    options.onQueue(queue);
  };

  return {
    size: () => held.size,
    all: () => [...held.values()],
    kept: () => [...held.values()].filter((queue) => !finished.has(queue)),
    finished: (limit) => stillFinished(finished).slice(0, limit),
    hasFinished: () => finished.size > 0,
    admit: (taken) => {
      const before = held.get(taken.id);
      // Silent for longer than its lease, and the first to claim again: this node's state of the queue is still valid.
      if (before !== undefined && !finished.has(before)) refresh(before, taken);
      else take(taken);
    },
    lookedAgain: (queues, before, found) => {
      const byId = new Map(found.map((taken) => [taken.id, taken]));
      // Others were claimed again in the meantime: this result is older than the known state.
      for (const queue of queues.filter(({ taken }, index) => taken === before[index])) {
        const taken = byId.get(queue.taken.id);
        if (taken === undefined) drop(queue);
        else refresh(queue, taken);
      }
    },
    finish: (queue) => {
      if (isHeld(queue)) finished.add(queue);
    },
    released: (queues, ids) => {
      for (const queue of queues) if (ids.has(queue.taken.id)) drop(queue);
      for (const queue of queues) finished.delete(queue);
      return queues.filter(({ taken }) => !ids.has(taken.id));
    },
  };
}

/** A renewal may have found new deliveries since: releasing would make another worker claim and send them again. */
function stillFinished(finished: Set<HeldQueue>): readonly HeldQueue[] {
  for (const queue of finished) if (!isFinished(queue)) finished.delete(queue);
  return [...finished];
}

/** Undefined when they cannot be opened, perhaps because a key is missing. Other queues are not affected. */
function signersOf(
  { clock, secretsOf, onError }: HeldQueuesOptions,
  taken: TakenQueue,
): SigningSecrets | undefined {
  try {
    return secretsOf(taken, clock.now());
  } catch (cause) {
    onError(new Error(`the secrets of webhook subscription ${taken.id} could not be opened`, { cause }));
    return undefined;
  }
}
