import { setTimeout as sleep } from "node:timers/promises";
import { systemRandom } from "../kernel/random.ts";

/** Does turns of work for ever: at once while there is more, else when woken, and in any case after a while. */
export interface PollLoop {
  start(): void;
  /** There may be work. A wake-up during a turn is kept, so it is never lost between two looks. */
  wake(): void;
  /** Ends after the turn under way. */
  stop(): Promise<void>;
}

export type Turn = "again" | "wait";

export interface PollLoopOptions {
  readonly turn: () => Promise<Turn>;
  /** The longest rest between two turns; wake-ups only make it shorter. */
  readonly pollMs: number;
  readonly onError: (error: unknown) => void;
  readonly random?: () => number;
}

const firstPauseMs = 50;
const maxPauseMs = 5_000;

export function createPollLoop(options: PollLoopOptions): PollLoop {
  const stopping = new AbortController();
  const bell = createBell();
  let failures = 0;
  let ended: Promise<void> | undefined;

  const turnOnce = async (): Promise<void> => {
    try {
      const next = await options.turn();
      failures = 0;
      if (next === "wait" && !stopping.signal.aborted) await bell.wait(options.pollMs);
    } catch (error) {
      failures += 1;
      options.onError(error);
      await pauseAfterFailure();
    }
  };

  // Wake-ups do not shorten this pause: they would hammer a database that is already in trouble.
  const pauseAfterFailure = async (): Promise<void> => {
    const pauseMs = pauseAfterFailures(failures, (options.random ?? systemRandom)());
    await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) await turnOnce();
  };

  return {
    start: () => {
      ended ??= run();
    },
    wake: () => bell.ring(),
    stop: async () => {
      stopping.abort();
      bell.ring();
      await ended;
    },
  };
}

/** Doubles with each failure up to a limit; the upper half is drawn, so that many nodes do not come back as one. */
export function pauseAfterFailures(failures: number, random: number): number {
  const ceilingMs = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 20));
  return ceilingMs / 2 + (random * ceilingMs) / 2;
}

interface Bell {
  ring(): void;
  wait(atMostMs: number): Promise<void>;
}

function createBell(): Bell {
  let rung = false;
  let wakeWaiter: (() => void) | undefined;
  return {
    ring: () => {
      rung = true;
      wakeWaiter?.();
    },
    wait: async (atMostMs) => {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, atMostMs);
          wakeWaiter = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wakeWaiter = undefined;
      }
      rung = false;
    },
  };
}
