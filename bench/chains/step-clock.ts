import type { Checkpoint } from "../../service/src/chains/engine/engine-deps.ts";

/** Engine step that ends at this mark: a checkpoint, the end of a turn, or the pause between two turns. */
export type Step = Checkpoint | "turn" | "rest";

/**
 * Attributes engine time to steps: the time between two marks belongs to the second. When two steps overlap, the time
 * belongs to the one that finishes first.
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
