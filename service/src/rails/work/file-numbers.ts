import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { modifierOf, nextTraces } from "./bank-reference.ts";

/** The numbers of the files that are being written, as far as they are used up. */
export interface FileNumbers {
  takeTraces(count: number): readonly string[];
  takeStamp(now: Instant): FileStamp;
  /** What was used last. */
  used(): FileCounters;
}

/** What a bank tells Nacha files apart by: no two have the same minute and modifier. */
export interface FileStamp {
  readonly createdAt: Instant;
  readonly modifier: string;
}

export interface FileCounters {
  readonly trace: bigint;
  readonly modifier: bigint;
  /** A minute since 1970, times `minuteRoom`, and how many files were written in it. */
  readonly minute: bigint;
}

const minuteMs = 60_000;
const minuteRoom = 100n;
const modifiersPerMinute = 36n;

export function createFileNumbers(odfi: string, last: FileCounters): FileNumbers {
  let { trace, modifier, minute } = last;
  return {
    takeTraces: (count) => {
      const next = nextTraces(odfi, trace, count);
      trace = next.last;
      return next.traces;
    },
    takeStamp: (now) => {
      minute = nextMinute(minute, now);
      const letter = modifierOf(modifier);
      modifier += 1n;
      return { createdAt: instantFromMs(Number(minute / minuteRoom) * minuteMs), modifier: letter };
    },
    used: () => ({ trace, modifier, minute }),
  };
}

/** When a minute has no modifier left, the file is stamped with the next one. */
function nextMinute(last: bigint, now: Instant): bigint {
  const current = BigInt(Math.floor(now / minuteMs)) * minuteRoom;
  if (last < current) return current + 1n;
  if (last % minuteRoom < modifiersPerMinute) return last + 1n;
  return (last / minuteRoom + 1n) * minuteRoom + 1n;
}
