import { type Instant, instantFromMs } from "../kernel/instant.ts";
import { createLruMap } from "../kernel/lru-map.ts";

/** Days and times of a report are those of this zone, by its IANA name. */
export type TimeZone = string;

export const utc: TimeZone = "UTC";

const maxNameLength = 64;
const maxClocks = 100;
// By the name as it was given: it may have any case, so there are many more names than zones.
const clocks = createLruMap<Intl.DateTimeFormat>(maxClocks);

/** Undefined if Node knows no such zone. */
export function parseTimeZone(name: string): TimeZone | undefined {
  if (name.length > maxNameLength || !/^[A-Za-z]/.test(name)) return undefined;
  try {
    clockOf(name);
    return name;
  } catch {
    return undefined;
  }
}

/** A local calendar date, `YYYY-MM-DD`. */
export type LocalDate = string;

export function localDateOf(instant: Instant, zone: TimeZone): LocalDate {
  return new Date(localMs(instant, zone)).toISOString().slice(0, 10);
}

/** The first moment of a date: later than midnight where clocks skip it. */
export function startOfDate(date: LocalDate, zone: TimeZone): Instant {
  const midnight = Date.parse(`${date}T00:00:00.000Z`);
  // Zones are between 12 hours behind and 14 hours ahead. Where clocks change, two offsets are possible.
  const candidates = [-dayMs, 0, dayMs].map((away) => midnight - offsetMs(midnight + away, zone));
  const starts = candidates
    .filter((ms) => localMs(ms, zone) >= midnight)
    .toSorted((one, other) => one - other);
  return instantFromMs(starts[0] ?? midnight);
}

/** The date so many days later. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** RFC 3339 to the second, with the offset of the zone. */
export function formatLocal(instant: Instant, zone: TimeZone): string {
  const local = new Date(localMs(instant, zone)).toISOString().slice(0, 19);
  const minutes = Math.round(offsetMs(instant, zone) / 60_000);
  if (minutes === 0) return `${local}Z`;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${local}${minutes < 0 ? "-" : "+"}${twoDigits(hours)}:${twoDigits(rest)}`;
}

const dayMs = 86_400_000;

function twoDigits(value: number): string {
  return value.toString().padStart(2, "0");
}

function offsetMs(epochMs: number, zone: TimeZone): number {
  return localMs(epochMs, zone) - Math.floor(epochMs / 1_000) * 1_000;
}

/** The local time as if it were UTC, in whole seconds. */
function localMs(epochMs: number, zone: TimeZone): number {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(epochMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? Number.NaN;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

function clockOf(zone: TimeZone): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  clocks.set(zone, clock);
  return clock;
}
