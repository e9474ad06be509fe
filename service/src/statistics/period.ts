import { type Instant, instantFromMs } from "../kernel/instant.ts";

/** How far back a chart reaches. */
export const periodNames = ["24h", "7d", "30d", "90d", "12m"] as const;
export type PeriodName = (typeof periodNames)[number];

/** Consecutive hours, days or months in UTC, oldest first; the last one is not over. */
export interface Period {
  readonly step: "hour" | "day" | "month";
  readonly starts: readonly Instant[];
  readonly end: Instant;
}

const shapes: Readonly<Record<PeriodName, { readonly step: Period["step"]; readonly count: number }>> = {
  "24h": { step: "hour", count: 24 },
  "7d": { step: "day", count: 7 },
  "30d": { step: "day", count: 30 },
  "90d": { step: "day", count: 90 },
  "12m": { step: "month", count: 12 },
};

/** The period that ends with the current hour, day or month, and the one before it, of as many steps. */
export function periodsOf(
  name: PeriodName,
  now: Instant,
): { readonly current: Period; readonly previous: Period } {
  const { step, count } = shapes[name];
  const startAt = (place: number): Instant => stepStart(step, now, place);
  const period = (first: number): Period => ({
    step,
    starts: Array.from({ length: count }, (_, place) => startAt(first + place)),
    end: startAt(first + count),
  });
  return { current: period(1 - count), previous: period(1 - 2 * count) };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Start of the step that is `offset` steps after the current one. Days have 24 hours in UTC, months do not. */
function stepStart(step: Period["step"], now: Instant, offset: number): Instant {
  if (step === "month") {
    const date = new Date(now);
    return instantFromMs(Math.max(0, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset)));
  }
  const stepMs = step === "hour" ? hourMs : dayMs;
  return instantFromMs(Math.max(0, (Math.floor(now / stepMs) + offset) * stepMs));
}
