import { setTimeout as sleep } from "node:timers/promises";
import { systemRandom } from "../kernel/random.ts";

/** Runs turns of work until stopped: at once while there is more work, else on a wake-up or after the poll interval. */
export interface PollLoop {
  start(): void;
  /** There may be work. A wake-up during a turn is kept, so it is never lost between two polls. */
  wake(): void;
  /** Resolves after the current turn. */
  stop(): Promise<void>;
}

export type Turn = "again" | "wait";

export interface PollLoopOptions {
  readonly turn: () => Promise<Turn>;
  /** The longest pause between two turns; wake-ups shorten it. */
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

  // Wake-ups do not shorten this pause: they would overload a database that already fails.
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

/** Exponential backoff up to a limit, with jitter in the upper half, so that nodes do not retry in lockstep. */
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
