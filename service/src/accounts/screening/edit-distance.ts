// Preallocated rows, overwritten by each comparison. Longer texts get their own.
const usualLength = 256;
let rows = [0, 1, 2].map(() => new Uint16Array(usualLength + 1));

/**
 * Number of letters to insert, delete, replace or exchange with the next one (optimal string alignment, the restricted
 * distance of Damerau 1964). `limit + 1` if it is more than `limit`.
 */
export function editDistance(left: string, right: string, limit: number): number {
  if (left === right) return 0;
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  const width = right.length + 1;
  if (width > (rows[0]?.length ?? 0)) rows = rows.map(() => new Uint16Array(width));
  let [before, above, row] = rows as [Uint16Array, Uint16Array, Uint16Array];
  for (let at = 0; at < width; at += 1) above[at] = at;
  for (let at = 1; at <= left.length; at += 1) {
    if (fillRow({ row, above, before, left, right, at, limit }) > limit) return limit + 1;
    [before, above, row] = [above, row, before];
  }
  return Math.min(above[right.length] ?? 0, limit + 1);
}

interface Row {
  readonly row: Uint16Array;
  readonly above: Uint16Array;
  readonly before: Uint16Array;
  readonly left: string;
  readonly right: string;
  readonly at: number;
  readonly limit: number;
}

/** Only the band that can stay within the limit. Returns the least distance of the row. */
function fillRow({ row, above, before, left, right, at, limit }: Row): number {
  const first = Math.max(1, at - limit);
  const last = Math.min(right.length, at + limit);
  row[first - 1] = first === 1 ? at : limit + 1;
  if (last < right.length) row[last + 1] = limit + 1;
  let least = row[first - 1] ?? 0;
  const letter = left.charCodeAt(at - 1);
  for (let other = first; other <= last; other += 1) {
    const here = right.charCodeAt(other - 1);
    const replaced = (above[other - 1] ?? 0) + (letter === here ? 0 : 1);
    let best = Math.min(replaced, (above[other] ?? 0) + 1, (row[other - 1] ?? 0) + 1);
    const isExchange =
      at > 1 && other > 1 && letter === right.charCodeAt(other - 2) && here === left.charCodeAt(at - 2);
    if (isExchange) best = Math.min(best, (before[other - 2] ?? 0) + 1);
    row[other] = best;
    if (best < least) least = best;
  }
  return least;
}
