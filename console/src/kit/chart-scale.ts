/** Even marks of the value axis from zero, or from below it, at steps of 1, 2 or 5 times a power of ten. */
export function valueMarks(lowest: number, highest: number, count = 4): readonly number[] {
  const bottom = Math.min(0, lowest);
  const top = Math.max(0, highest);
  if (bottom === top) return [0, 1];
  const rough = (top - bottom) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.floor(bottom / step);
  const last = Math.ceil(top / step);
  // Multiplied rather than added up, so that errors do not accumulate.
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
}

/** Places of the labels of the time axis: evenly spaced, and always the last one. */
export function labelPlaces(count: number, maxLabels: number): readonly number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, maxLabels)));
  return Array.from({ length: count }, (_, place) => place).filter(
    (place) => (count - 1 - place) % every === 0,
  );
}
