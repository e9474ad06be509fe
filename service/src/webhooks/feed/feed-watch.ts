import { setTimeout as sleep } from "node:timers/promises";
import type { Session } from "../../db/database.ts";
import { createPollLoop, type PollLoop, type Turn } from "../../db/poll-loop.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import { eventsTopic } from "../../events/index.ts";
import { type Feed, keyOf } from "./feed.ts";
import { feedTopic } from "./feed-consumer.ts";
import { readLastPositions } from "./read-feed.ts";

/** Notifies streams that their feed has grown. */
export interface UpdateWatch {
  /** Returns how to stop; that resolves when all work that only this stream needed has ended. */
  follow(feed: Feed, wake: () => void): () => Promise<void>;
}

export interface UpdateWatchDeps {
  readonly database: Session;
  readonly wakeUp: Pick<WakeUp, "listen">;
  /** A poll failed; the next one follows automatically. */
  readonly onUpdateError: (error: unknown) => void;
}

interface Followed {
  readonly feed: Feed;
  readonly wakes: Set<() => void>;
  reportedOf: bigint | undefined;
}

const pollMs = 1_000;
/** Events in quick succession are found by one poll. */
const restMs = 20;

/**
 * One poll for all streams on this node, so that a thousand idle streams cost one statement per second and not a
 * thousand. It polls only while there are streams.
 */
export function createUpdateWatch(deps: UpdateWatchDeps): UpdateWatch {
  const followed = new Map<string, Followed>();
  let running: Running | undefined;

  const poll = async (): Promise<Turn> => {
    const feeds = [...followed.values()].map(({ feed }) => feed);
    const last = await readLastPositions(deps.database, feeds);
    for (const [key, entry] of followed) notify(entry, last.get(key));
    await sleep(restMs);
    return "wait";
  };
  const leave = (key: string, wake: () => void): Promise<void> => {
    const entry = followed.get(key);
    entry?.wakes.delete(wake);
    if (entry?.wakes.size === 0) followed.delete(key);
    if (followed.size > 0 || running === undefined) return Promise.resolve();
    const { stop } = running;
    running = undefined;
    return stop();
  };

  return {
    follow: (feed, wake) => {
      const key = keyOf(feed);
      const entry = followed.get(key) ?? { feed, wakes: new Set(), reportedOf: undefined };
      followed.set(key, entry);
      // Each call is a separate follower, even with the same function.
      const listener = (): void => wake();
      entry.wakes.add(listener);
      running ??= run(deps, poll);
      return () => leave(key, listener);
    },
  };
}

/** A new stream reads first, so it misses nothing from before the first poll. */
function notify(entry: Followed, last: bigint | undefined): void {
  if (last === entry.reportedOf) return;
  entry.reportedOf = last;
  for (const wake of entry.wakes) wake();
}

interface Running {
  readonly stop: () => Promise<void>;
}

function run({ wakeUp, onUpdateError }: UpdateWatchDeps, turn: PollLoopTurn): Running {
  const loop: PollLoop = createPollLoop({
    name: "webhooks.feed",
    turn,
    pollMs,
    onError: onUpdateError,
  });
  const stopListening = [eventsTopic, feedTopic].map((topic) => wakeUp.listen(topic, loop.wake));
  loop.start();
  return {
    stop: () => {
      for (const stop of stopListening) stop();
      return loop.stop();
    },
  };
}

type PollLoopTurn = () => Promise<Turn>;
