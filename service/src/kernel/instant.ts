import { assert } from "./assert.ts";

declare const instantBrand: unique symbol;

/** A moment: milliseconds since 1970 in UTC. Bank days are dates, not instants. */
export type Instant = number & { readonly [instantBrand]: true };

/** Time is handed in, so that tests and the sandbox can say what time it is. */
export interface Clock {
  now(): Instant;
}

export const systemClock: Clock = { now: () => Date.now() as Instant };

// The last millisecond that RFC 3339 can write with a year of four digits.
const latestMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const rfc3339 = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

export function instantFromMs(epochMs: number): Instant {
  assert(Number.isSafeInteger(epochMs) && epochMs >= 0 && epochMs <= latestMs, `${epochMs} is no instant`);
  return epochMs as Instant;
}

/** RFC 3339, UTC, milliseconds, `Z`. */
export function formatInstant(instant: Instant): string {
  return new Date(instant).toISOString();
}

/** Reads RFC 3339 with any offset; undefined when it is not one or names a day that does not exist. */
export function parseInstant(text: string): Instant | undefined {
  if (!rfc3339.test(text) || !isCalendarDate(text.slice(0, 10))) return undefined;
  const epochMs = Date.parse(text);
  return epochMs >= 0 && epochMs <= latestMs ? (epochMs as Instant) : undefined;
}

export function addMs(instant: Instant, durationMs: number): Instant {
  return instantFromMs(instant + durationMs);
}

/** JavaScript reads 30 February as 1 or 2 March; a payments service must not. */
function isCalendarDate(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00.000Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}
