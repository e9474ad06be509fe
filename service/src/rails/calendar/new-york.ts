import { assert } from "../../kernel/assert.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { type BankDate, bankDate, utcMidnightMs } from "./bank-date.ts";

/** A time of day on the clocks of New York, `HH:MM`. */
export type TimeOfDay = `${number}:${number}`;

const minuteMs = 60_000;
const timeShape = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

// The law on daylight saving may change; the tables of Node then change with it, and no line here.
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

/** Which day it is in New York. */
export function bankDateOf(instant: Instant): BankDate {
  return bankDate(new Date(localMs(instant)).toISOString().slice(0, 10));
}

/** `HH:MM` in New York. */
export function timeOfDayOf(instant: Instant): TimeOfDay {
  return new Date(localMs(instant)).toISOString().slice(11, 16) as TimeOfDay;
}

/**
 * When the clocks of New York show this time on this day. A time that comes twice in autumn is its first coming; one
 * that spring skips is as much later as the clocks were put on.
 */
export function instantAt(date: BankDate, time: TimeOfDay): Instant {
  assert(timeShape.test(time), "a time of day is HH:MM");
  const [hours, minutes] = time.split(":").map(Number);
  const wantedMs = utcMidnightMs(date) + ((hours ?? 0) * 60 + (minutes ?? 0)) * minuteMs;
  // Clocks change by an hour: the offsets half a day before and after are the only two that can hold.
  const [before, after] = [-12, 12].map((away) => offsetMs(wantedMs + away * 60 * minuteMs));
  const first = wantedMs - (before ?? 0);
  const second = wantedMs - (after ?? 0);
  return instantFromMs(localMs(first) === wantedMs || localMs(second) !== wantedMs ? first : second);
}

/** How far New York is ahead of UTC; it is behind, so this is negative. */
function offsetMs(epochMs: number): number {
  return localMs(epochMs) - Math.floor(epochMs / 1000) * 1000;
}

/** What the clocks show, written as if they were those of UTC; whole seconds. */
function localMs(epochMs: number): number {
  const parts = new Map(clocks.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? Number.NaN;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}
