const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const units = [
  { unit: "year", ms: 365 * day },
  { unit: "month", ms: 30 * day },
  { unit: "day", ms: day },
  { unit: "hour", ms: hour },
  { unit: "minute", ms: minute },
] as const;

/** Time relative to now, in the largest unit that fits; less than a minute is "now". */
export function relativeTime(aheadMs: number, locale?: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  const fitting = units.find(({ ms }) => Math.abs(aheadMs) >= ms);
  if (fitting === undefined) return format.format(0, "second");
  return format.format(Math.trunc(aheadMs / fitting.ms), fitting.unit);
}
