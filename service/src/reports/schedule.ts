import type { Id, Network, TenantId, UserId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { Period, RelativePeriod } from "./period.ts";
import type { ReportFormat } from "./present.ts";
import type { ReportName } from "./report.ts";
import { addDays, localDateOf, startOfDate, type TimeZone } from "./time-zone.ts";

export const cadences = ["daily", "weekly", "monthly"] as const;
export type Cadence = (typeof cadences)[number];

/** A report that users are notified of at the end of each period. */
export interface ReportSchedule {
  readonly id: Id<"report-schedule">;
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly report: ReportName;
  readonly format: ReportFormat;
  readonly parameters: Readonly<Record<string, string>>;
  readonly cadence: Cadence;
  readonly timeZone: TimeZone;
  readonly recipientIds: readonly UserId[];
  readonly createdBy: UserId;
  readonly createdAt: Instant;
  readonly nextAt: Instant;
}

/** A period whose recipients were notified. */
export interface ReportMailing extends Pick<Period, "firstDay" | "lastDay"> {
  readonly scheduleId: ReportSchedule["id"];
  readonly mailedAt: Instant;
  readonly recipientCount: number;
  readonly skippedCount: number;
}

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
