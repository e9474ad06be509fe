import { assert } from "../../kernel/assert.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { type BankDate, bankDate, utcMidnightMs } from "./bank-date.ts";

/** A local time of day in New York, `HH:MM`. */
export type TimeOfDay = `${number}:${number}`;

const minuteMs = 60_000;
const timeShape = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

// Daylight saving rules come from Node's time zone data.
const clocks = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  calendar: "gregory",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** The date in New York. */
export function bankDateOf(instant: Instant): BankDate {
  return bankDate(new Date(localMs(instant)).toISOString().slice(0, 10));
}

/** `HH:MM` in New York. */
export function timeOfDayOf(instant: Instant): TimeOfDay {
  return new Date(localMs(instant)).toISOString().slice(11, 16) as TimeOfDay;
}

/** RFC 3339 to the second, in New York with the offset: `2026-11-16T09:30:00-05:00`. */
export function formatNewYork(instant: Instant): string {
  const local = new Date(localMs(instant)).toISOString().slice(0, 19);
  const hours = `${-offsetMs(instant) / (60 * minuteMs)}`.padStart(2, "0");
  return `${local}-${hours}:00`;
}

/**
 * The instant of a local date and time in New York. An ambiguous time in autumn is the first occurrence; a skipped time
 * in spring moves forward by the hour.
 */
export function instantAt(date: BankDate, time: TimeOfDay): Instant {
  assert(timeShape.test(time), "a time of day must be HH:MM");
  const [hours, minutes] = time.split(":").map(Number);
  const requestedMs = utcMidnightMs(date) + ((hours ?? 0) * 60 + (minutes ?? 0)) * minuteMs;
  // Clocks change by an hour, so one of the offsets half a day before and after applies.
  const [before, after] = [-12, 12].map((away) => offsetMs(requestedMs + away * 60 * minuteMs));
  const first = requestedMs - (before ?? 0);
  const second = requestedMs - (after ?? 0);
  return instantFromMs(localMs(first) === requestedMs || localMs(second) !== requestedMs ? first : second);
}

/** Offset of New York from UTC; negative. */
function offsetMs(epochMs: number): number {
  return localMs(epochMs) - Math.floor(epochMs / 1000) * 1000;
}

/** The local time as if it were UTC, in whole seconds. */
function localMs(epochMs: number): number {
  const parts = new Map(clocks.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? Number.NaN;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}
