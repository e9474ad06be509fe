import { setTimeout as sleep } from "node:timers/promises";
import { systemRandom } from "../kernel/random.ts";
import { type PollPace, pauseAfterTurn, type Turn } from "./poll-pause.ts";

export type { Turn };

/** Runs turns of work until stopped: at once while there is more work, else on a wake-up or after a pause. */
export interface PollLoop {
  start(): void;
  /** There may be work. A wake-up during a turn is kept, so it is never lost between two polls. It ends the backoff. */
  wake(): void;
  /** Resolves after the current turn. */
  stop(): Promise<void>;
}

export interface PollLoopOptions extends PollPace {
  /** Label of its turns in the metrics, the same for all loops of a kind. */
  readonly name: string;
  readonly turn: () => Promise<Turn>;
  readonly onError: (error: unknown) => void;
  readonly random?: () => number;
}

const firstPauseMs = 50;
const maxPauseMs = 5_000;

export function createPollLoop(options: PollLoopOptions): PollLoop {
  const stopping = new AbortController();
  const bell = createBell();
  let failures = 0;
  let idleTurns = 0;
  let ended: Promise<void> | undefined;

  const turnOnce = async (): Promise<void> => {
    countTurn(options.name);
    try {
      const found = await options.turn();
      failures = 0;
      const pauseMs = pauseAfterTurn(found, idleTurns, options);
      idleTurns = found === "again" || found === "soon" ? 0 : idleTurns + 1;
      if (found === "again" || stopping.signal.aborted) return;
      if (await bell.wait(pauseMs)) idleTurns = 0;
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
  /** Returns whether the bell rang. */
  wait(atMostMs: number): Promise<boolean>;
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
      const hasRung = rung;
      rung = false;
      return hasRung;
    },
  };
}

const turnsOf = new Map<string, number>();

/** Counts a turn of a poll loop. The counts are of the process, like its CPU time, so no loop has to pass them on. */
function countTurn(loop: string): void {
  turnsOf.set(loop, (turnsOf.get(loop) ?? 0) + 1);
}

/** Turns of each poll loop since the process started. */
export function pollTurns(): ReadonlyMap<string, number> {
  return turnsOf;
}
