import type { ChartData, ChartSeries } from "./chart-data.ts";
import { groupedDecimal } from "./grouped-decimal.ts";
import { plainWords } from "./plain-words.ts";

const formats = {
  hour: new Intl.DateTimeFormat(undefined, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: "UTC",
  }),
  day: new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" }),
  month: new Intl.DateTimeFormat(undefined, { month: "short", year: "2-digit", timeZone: "UTC" }),
};
const longHour = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});

/** Start of a step on the axis. The service counts in UTC. */
export function stepWords(step: ChartData["step"], start: string): string {
  return formats[step].format(new Date(start));
}

/** The same with the day of an hour. */
export function longStepWords(step: ChartData["step"], start: string): string {
  return (step === "hour" ? longHour : formats[step]).format(new Date(start));
}

/** A value with its unit, exactly as the API returns it. */
export function valueWords(value: string | null | undefined, unit: string): string {
  if (value === null || value === undefined) return "–";
  if (unit === "percent") return `${value} %`;
  if (unit === "ms") return durationWords(Number(value));
  return unit === "count" ? groupedDecimal(value) : `${groupedDecimal(value)} ${unit}`;
}

const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });

/** A mark of the value axis. */
export function markWords(mark: number, unit: string): string {
  if (unit === "percent") return `${compact.format(mark)} %`;
  return unit === "ms" ? durationWords(mark) : compact.format(mark);
}

const units: readonly (readonly [name: string, ms: number])[] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
];

/** A duration in the largest unit that it fills, with one decimal. */
export function durationWords(ms: number): string {
  const [name, size] = units.find(([, unitMs]) => ms >= unitMs) ?? ["ms", 1];
  return `${compact.format(Math.round((ms / size) * 10) / 10)} ${name}`;
}

/** The change from the period before, in percent; undefined if there is nothing to compare. */
export function changeWords({ total, previous_total: before }: ChartSeries): string | undefined {
  const [now, then] = [Number.parseFloat(total ?? ""), Number.parseFloat(before ?? "")];
  if (!Number.isFinite(now) || !Number.isFinite(then) || then === 0) return undefined;
  const change = Math.round(((now - then) / Math.abs(then)) * 1000) / 10;
  return `${change > 0 ? "+" : change < 0 ? "−" : "±"}${Math.abs(change)} %`;
}

export function seriesWords({ name, label }: Pick<ChartSeries, "name" | "label">): string {
  if (label !== null) return label;
  if (/^[A-Z]\d\d$|^\dxx$|^p\d+$/.test(name)) return name;
  const words = plainWords(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
