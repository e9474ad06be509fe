import type { Checkpoint } from "../../service/src/chains/engine/engine-deps.ts";

/** What the engine did until it came to this point: a checkpoint, the end of a turn, or of the rest between two. */
export type Step = Checkpoint | "turn" | "rest";

/**
 * Tells where the time of the engine goes: the time between two marks is of the second. Where two things go on at once,
 * the time is of the one that was done first.
 */
export interface StepClock {
  mark(step: Step): void;
  /** Milliseconds of each step since the last reset, and how many turns there were. */
  read(): StepTimes;
  reset(): void;
}

export interface StepTimes {
  readonly ms: ReadonlyMap<Step, number>;
  readonly turns: number;
}

export function createStepClock(now: () => number = () => performance.now()): StepClock {
  let ms = new Map<Step, number>();
  let turns = 0;
  let lastMs = now();
  return {
    mark: (step) => {
      const nowMs = now();
      ms.set(step, (ms.get(step) ?? 0) + nowMs - lastMs);
      lastMs = nowMs;
      if (step === "turn") turns += 1;
    },
    read: () => ({ ms: new Map(ms), turns }),
    reset: () => {
      ms = new Map();
      turns = 0;
      lastMs = now();
    },
  };
}
