import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { modifierOf, nextTraces } from "./bank-reference.ts";

/** Counters for the files that are being written. */
export interface FileNumbers {
  takeTraces(count: number): readonly string[];
  takeStamp(now: Instant): FileStamp;
  /** The last used values. */
  used(): FileCounters;
}

/** Banks identify Nacha files by creation minute and modifier: the pair must be unique. */
export interface FileStamp {
  readonly createdAt: Instant;
  readonly modifier: string;
}

export interface FileCounters {
  readonly trace: bigint;
  readonly modifier: bigint;
  /** Minutes since 1970, times the maximum number of files per minute, plus the number of files written in it. */
  readonly minute: bigint;
}

const minuteMs = 60_000;
const minuteCapacity = 100n;
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
      return { createdAt: instantFromMs(Number(minute / minuteCapacity) * minuteMs), modifier: letter };
    },
    used: () => ({ trace, modifier, minute }),
  };
}

/** A minute without a free modifier moves the file to the next minute. */
function nextMinute(last: bigint, now: Instant): bigint {
  const current = BigInt(Math.floor(now / minuteMs)) * minuteCapacity;
  if (last < current) return current + 1n;
  if (last % minuteCapacity < modifiersPerMinute) return last + 1n;
  return (last / minuteCapacity + 1n) * minuteCapacity + 1n;
}
