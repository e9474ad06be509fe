import { setTimeout as sleep } from "node:timers/promises";
import type { Session } from "../../db/database.ts";
import { createPollLoop, type PollLoop, type Turn } from "../../db/poll-loop.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import { eventsTopic } from "../../events/index.ts";
import { type Feed, keyOf } from "./feed.ts";
import { feedTopic } from "./feed-consumer.ts";
import { readLastPositions } from "./read-feed.ts";

/** Tells those who follow a feed that it has become longer. */
export interface NewsWatch {
  /** Answers how to stop; that resolves when nothing runs any more that this was the last reason for. */
  follow(feed: Feed, wake: () => void): () => Promise<void>;
}

export interface NewsWatchDeps {
  readonly database: Session;
  readonly wakeUp: Pick<WakeUp, "listen">;
  /** A look failed; the next one comes by itself. */
  readonly onNewsError: (error: unknown) => void;
}

interface Followed {
  readonly feed: Feed;
  readonly wakes: Set<() => void>;
  toldOf: bigint | undefined;
}

const pollMs = 1_000;
/** Events that come thick and fast are looked for together. */
const restMs = 20;

/**
 * One look for all feeds that are followed on this node, so that a thousand idle followers cost one statement in a
 * second and not a thousand. It looks only while somebody follows.
 */
export function createNewsWatch(deps: NewsWatchDeps): NewsWatch {
  const followed = new Map<string, Followed>();
  let running: Running | undefined;

  const look = async (): Promise<Turn> => {
    const feeds = [...followed.values()].map(({ feed }) => feed);
    const last = await readLastPositions(deps.database, feeds);
    for (const [key, entry] of followed) tell(entry, last.get(key));
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
      const entry = followed.get(key) ?? { feed, wakes: new Set(), toldOf: undefined };
      followed.set(key, entry);
      // Each call is a follower of its own, also with the same function.
      const own = (): void => wake();
      entry.wakes.add(own);
      running ??= run(deps, look);
      return () => leave(key, own);
    },
  };
}

/** Who begins to follow reads first, so nobody misses what came before this was looked at. */
function tell(entry: Followed, last: bigint | undefined): void {
  if (last === entry.toldOf) return;
  entry.toldOf = last;
  for (const wake of entry.wakes) wake();
}

interface Running {
  readonly stop: () => Promise<void>;
}

function run({ wakeUp, onNewsError }: NewsWatchDeps, turn: PollLoopTurn): Running {
  const loop: PollLoop = createPollLoop({ turn, pollMs, onError: onNewsError });
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
