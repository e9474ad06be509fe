import { modifierOf, nextTraces } from "./bank-reference.ts";

/** The numbers of the files that are being written, as far as they are used up. */
export interface FileNumbers {
  takeTraces(count: number): readonly string[];
  takeModifier(): string;
  /** What was used last. */
  used(): FileCounters;
}

export interface FileCounters {
  readonly trace: bigint;
  readonly modifier: bigint;
}

export function createFileNumbers(odfi: string, last: FileCounters): FileNumbers {
  let { trace, modifier } = last;
  return {
    takeTraces: (count) => {
      const next = nextTraces(odfi, trace, count);
      trace = next.last;
      return next.traces;
    },
    takeModifier: () => {
      const letter = modifierOf(modifier);
      modifier += 1n;
      return letter;
    },
    used: () => ({ trace, modifier }),
  };
}
