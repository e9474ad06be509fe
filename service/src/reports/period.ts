import { type Instant, parseInstant } from "../kernel/instant.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import {
  addDays,
  type LocalDate,
  localDateOf,
  parseTimeZone,
  startOfDate,
  type TimeZone,
  utc,
} from "./time-zone.ts";

/** Whole days in a time zone. */
export interface Period {
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
  readonly firstDay: LocalDate;
  /** Inclusive. */
  readonly lastDay: LocalDate;
  readonly timeZone: TimeZone;
}

/** Periods relative to the day of the report. All but those that begin with `this` are over. */
export const relativePeriods = [
  "yesterday",
  "last_week",
  "last_month",
  "last_quarter",
  "last_year",
  "this_month",
  "this_year",
] as const;
export type RelativePeriod = (typeof relativePeriods)[number];

export interface RequestedPeriod {
  /** Ignored if days are given. */
  readonly period?: RelativePeriod | undefined;
  readonly from?: LocalDate | undefined;
  /** Inclusive, as in accounting. */
  readonly to?: LocalDate | undefined;
  readonly timeZone?: string | undefined;
}

const maxDays = 3_660;
const defaultPeriod: RelativePeriod = "last_month";

/** The days of a request, at this moment. Last month, if it names none. `pointer` is the place of its members. */
export function resolvePeriod(requested: RequestedPeriod, now: Instant, pointer = ""): Period | Refusal {
  const bad = (name: string, detail: string): Refusal =>
    refuse("validation_failed", `${name} ${detail}`, { errors: [{ pointer: `${pointer}/${name}`, detail }] });
  const timeZone = parseTimeZone(requested.timeZone ?? utc);
  if (timeZone === undefined)
    return bad("time_zone", "must be the IANA name of a time zone, such as America/New_York");
  const days = daysOf(requested, localDateOf(now, timeZone), bad);
  if ("code" in days) return days;
  const { firstDay, lastDay } = days;
  if (firstDay > lastDay) return bad("to", "must not be before the first day");
  if (addDays(firstDay, maxDays) < lastDay) return bad("to", "must be at most ten years after the first day");
  const [from, to] = [startOfDate(firstDay, timeZone), startOfDate(addDays(lastDay, 1), timeZone)];
  return { from, to, firstDay, lastDay, timeZone };
}

interface Days {
  readonly firstDay: LocalDate;
  readonly lastDay: LocalDate;
}

type Bad = (name: string, detail: string) => Refusal;

function daysOf(
  { period = defaultPeriod, from, to }: RequestedPeriod,
  today: LocalDate,
  bad: Bad,
): Days | Refusal {
  if (from === undefined && to === undefined) return relativeDays(period, today);
  if (from === undefined) return bad("from", "is required if there is a last day");
  if (!isDate(from)) return bad("from", "must be a date such as 2026-11-01");
  const lastDay = to ?? today;
  if (!isDate(lastDay)) return bad("to", "must be a date such as 2026-11-30");
  return { firstDay: from, lastDay };
}

/** Weeks begin on Monday (ISO 8601). */
function relativeDays(period: RelativePeriod, today: LocalDate): Days {
  const [year, month] = today.split("-").map(Number) as [number, number, number];
  const months = (firstDay: LocalDate, endBefore: LocalDate): Days => ({
    firstDay,
    lastDay: addDays(endBefore, -1),
  });
  switch (period) {
    case "yesterday":
      return { firstDay: addDays(today, -1), lastDay: addDays(today, -1) };
    case "last_week": {
      const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));
      return { firstDay: addDays(monday, -7), lastDay: addDays(monday, -1) };
    }
    case "last_month":
      return months(firstOfMonth(year, month - 1), firstOfMonth(year, month));
    case "last_quarter": {
      const firstMonth = month - ((month - 1) % 3);
      return months(firstOfMonth(year, firstMonth - 3), firstOfMonth(year, firstMonth));
    }
    case "last_year":
      return months(firstOfMonth(year - 1, 1), firstOfMonth(year, 1));
    case "this_month":
      return { firstDay: firstOfMonth(year, month), lastDay: today };
    case "this_year":
      return { firstDay: firstOfMonth(year, 1), lastDay: today };
  }
}

/** Months before January are those of the year before. */
function firstOfMonth(year: number, month: number): LocalDate {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
}

const dateShape = /^\d{4}-\d{2}-\d{2}$/;

/** Also not before 1970, when instants begin. */
function isDate(text: string): boolean {
  const moment = dateShape.test(text) ? parseInstant(`${text}T00:00:00Z`) : undefined;
  return moment !== undefined && text > "1970-01-01" && text < "9999-12-01";
}
