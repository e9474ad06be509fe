import { createHash } from "node:crypto";
import type { Network } from "../../kernel/id.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";

/**
 * The UETR of a wire or RTP payment: a version 4 UUID (RFC 4122) derived from our id, so that a file that is written
 * again is identical.
 */
export function uetrOf(network: Network, entryId: string): string {
  const bytes = createHash("sha256").update(`florin/uetr/${network}/${entryId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

// Nacha: the first 8 digits of our bank's routing number and 7 digits of our choice.
const traceCapacity = 10_000_000n;

/**
 * `count` ascending trace numbers, and the new counter. They wrap after ten million, but never within a file, because
 * the trace numbers of a file must ascend.
 */
export function nextTraces(
  odfi: string,
  last: bigint,
  count: number,
): { readonly traces: readonly string[]; readonly last: bigint } {
  const place = last % traceCapacity;
  const start = place + BigInt(count) < traceCapacity ? last : last - place + traceCapacity;
  const traces = Array.from(
    { length: count },
    (_, index) => `${odfi}${`${(start + BigInt(index + 1)) % traceCapacity}`.padStart(7, "0")}`,
  );
  return { traces, last: start + BigInt(count) };
}

const modifiers = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** File ID modifier: distinguishes the files of one day; wraps after 36. */
export function modifierOf(counter: bigint): string {
  return modifiers.charAt(Number(counter % BigInt(modifiers.length)));
}

/** Counters for the files that are being written. */
export interface FileNumbers {
  takeTraces(count: number): readonly string[];
  takeStamp(now: Instant): FileStamp;
  /** Number of a message: 1, 2, 3 and so on. */
  takeMessage(): bigint;
  /** The last used values. */
  used(): FileCounters;
}

/** Banks identify Nacha files by creation minute and modifier: the pair must be unique. */
interface FileStamp {
  readonly createdAt: Instant;
  readonly modifier: string;
}

export interface FileCounters {
  readonly trace: bigint;
  readonly modifier: bigint;
  /** Minutes since 1970, times the maximum number of files per minute, plus the number of files written in it. */
  readonly minute: bigint;
  readonly message: bigint;
}

const minuteMs = 60_000;
const minuteCapacity = 100n;
const modifiersPerMinute = 36n;

export function createFileNumbers(odfi: string, last: FileCounters): FileNumbers {
  let { trace, modifier, minute, message } = last;
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
    takeMessage: () => {
      message += 1n;
      return message;
    },
    used: () => ({ trace, modifier, minute, message }),
  };
}

/** A minute without a free modifier moves the file to the next minute. */
function nextMinute(last: bigint, now: Instant): bigint {
  const current = BigInt(Math.floor(now / minuteMs)) * minuteCapacity;
  if (last < current) return current + 1n;
  if (last % minuteCapacity < modifiersPerMinute) return last + 1n;
  return (last / minuteCapacity + 1n) * minuteCapacity + 1n;
}
