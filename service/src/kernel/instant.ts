import { assert } from "./assert.ts";

declare const instantBrand: unique symbol;

/** A point in time: milliseconds since the Unix epoch. Banking days are dates, not instants. */
export type Instant = number & InstantBrand;

export interface InstantBrand {
  readonly [instantBrand]: true;
}

/** The clock is injected, so that tests and the sandbox control the time. */
export interface Clock {
  now(): Instant;
}

export const systemClock: Clock = { now: () => Date.now() as Instant };

// The last millisecond that RFC 3339 can represent with a four-digit year.
const latestMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const minuteMs = 60_000;
const rfc3339 = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

export function instantFromMs(epochMs: number): Instant {
  assert(
    Number.isSafeInteger(epochMs) && epochMs >= 0 && epochMs <= latestMs,
    `${epochMs} is not an instant`,
  );
  return epochMs as Instant;
}

let lastMinute = Number.NaN;
let lastMinuteText = "";

/** RFC 3339, UTC, milliseconds, `Z`. Most instants are in the minute of the one before, whose text is kept: a date takes long. */
export function formatInstant(instant: Instant): string {
  const minute = Math.floor(instant / minuteMs);
  if (minute !== lastMinute) {
    lastMinuteText = new Date(instant).toISOString().slice(0, "2026-01-01T00:00:".length);
    lastMinute = minute;
  }
  const digits = String(100_000 + Math.floor(instant - minute * minuteMs));
  return `${lastMinuteText}${digits.slice(1, 3)}.${digits.slice(3)}Z`;
}

/** Parses RFC 3339 with any offset; undefined when the text is invalid or the calendar day does not exist. */
export function parseInstant(text: string): Instant | undefined {
  if (!rfc3339.test(text) || !isCalendarDate(text.slice(0, 10))) return undefined;
  const epochMs = Date.parse(text);
  return epochMs >= 0 && epochMs <= latestMs ? (epochMs as Instant) : undefined;
}

export function addMs(instant: Instant, durationMs: number): Instant {
  return instantFromMs(instant + durationMs);
}

const lastInstant = latestMs as Instant;

/** The millisecond after it, where there is one. */
export function nextInstant(instant: Instant): Instant {
  return instant < lastInstant ? addMs(instant, 1) : lastInstant;
}

/** `Date.parse` turns 30 February into 1 or 2 March; a payments service must reject it. */
function isCalendarDate(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00.000Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}
