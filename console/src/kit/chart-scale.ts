const millisecond = 1;
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Steps of an axis of durations that are whole in their unit. */
const durationSteps: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((count) => count * millisecond),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 5, 10, 20, 50].map((count) => count * day),
];

/** Even marks of the value axis from zero, or from below it, in round steps of the unit. */
export function valueMarks(
  lowest: number,
  highest: number,
  { unit = "", count = 4 }: { readonly unit?: string; readonly count?: number } = {},
): readonly number[] {
  const bottom = Math.min(0, lowest);
  const top = Math.max(0, highest);
  if (bottom === top) return [0, 1];
  const step = stepFrom((top - bottom) / count, unit);
  const first = Math.floor(bottom / step);
  const last = Math.ceil(top / step);
  // Multiplied rather than added up, so that errors do not accumulate.
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
}

/** 1, 2 or 5 times a power of ten; whole for counts, and of a unit of time for durations. */
function stepFrom(rough: number, unit: string): number {
  const duration = unit === "ms" ? durationSteps.find((step) => step >= rough) : undefined;
  if (duration !== undefined) return duration;
  if (unit === "count" && rough <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
}

/** Places of the labels of the time axis: evenly spaced, and always the last one. */
export function labelPlaces(count: number, maxLabels: number): readonly number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, maxLabels)));
  return Array.from({ length: count }, (_, place) => place).filter(
    (place) => (count - 1 - place) % every === 0,
  );
}
