import type { RowOf } from "../db/table.ts";
import type { Instant } from "../kernel/instant.ts";
import type { RelativePeriod } from "./period.ts";
import type { reportMailings, reportSchedules } from "./tables.ts";
import { addDays, localDateOf, startOfDate, type TimeZone } from "./time-zone.ts";

export const cadences = ["daily", "weekly", "monthly"] as const;
export type Cadence = (typeof cadences)[number];

/** A report that users are notified of at the end of each period. */
export type ReportSchedule = RowOf<typeof reportSchedules>;

/** A period whose recipients were notified. */
export type ReportMailing = RowOf<typeof reportMailings>;

/** The period that a report of this cadence covers: the last one that is over. */
export const coveredPeriod = {
  daily: "yesterday",
  weekly: "last_week",
  monthly: "last_month",
} as const satisfies Record<Cadence, RelativePeriod>;

/** The end of the period in which this moment is. */
export function nextDue(cadence: Cadence, timeZone: TimeZone, now: Instant): Instant {
  const today = localDateOf(now, timeZone);
  switch (cadence) {
    case "daily":
      return startOfDate(addDays(today, 1), timeZone);
    case "weekly": {
      const daysSinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
      return startOfDate(addDays(today, 7 - daysSinceMonday), timeZone);
    }
    case "monthly":
      // The 28th is in every month, and four days later it is the next one.
      return startOfDate(`${addDays(`${today.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, timeZone);
  }
}
