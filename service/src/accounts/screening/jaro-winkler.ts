/** Winkler's bonus for a common prefix: a tenth of the remainder per letter, up to four letters. */
const prefixScale = 0.1;
const maxPrefix = 4;

/** Similarity of two words, 0 to 1: Jaro's measure, raised for a common prefix (Winkler 1990). */
export function jaroWinkler(left: string, right: string): number {
  const base = jaro(left, right);
  return base + commonPrefix(left, right) * prefixScale * (1 - base);
}

/** Jaro 1989: common letters within a window, minus half of the transpositions. */
export function jaro(left: string, right: string): number {
  if (left === right) return 1;
  if (left.length === 0 || right.length === 0) return 0;
  const taken = takeMatches(left, right);
  const matches = taken.count;
  if (matches === 0) return 0;
  const transpositions = countOutOfOrder(left, right, taken) / 2;
  return (matches / left.length + matches / right.length + (matches - transpositions) / matches) / 3;
}

interface Taken {
  readonly left: Uint8Array;
  readonly right: Uint8Array;
  readonly count: number;
}

// Preallocated buffers, overwritten by each comparison: hundreds of thousands of words are compared in a row.
const longWord = 64;
const leftMarks = new Uint8Array(longWord);
const rightMarks = new Uint8Array(longWord);

function unmarked(marks: Uint8Array, length: number): Uint8Array {
  return length <= longWord ? marks.fill(0, 0, length) : new Uint8Array(length);
}

/** Each letter takes the first free equal letter within the window, as Jaro defines it. */
function takeMatches(left: string, right: string): Taken {
  const reach = Math.max(0, Math.floor(Math.max(left.length, right.length) / 2) - 1);
  const taken = {
    left: unmarked(leftMarks, left.length),
    right: unmarked(rightMarks, right.length),
    count: 0,
  };
  for (let at = 0; at < left.length; at += 1) {
    const letter = left.charCodeAt(at);
    const last = Math.min(right.length - 1, at + reach);
    for (let other = Math.max(0, at - reach); other <= last; other += 1) {
      if (taken.right[other] === 1 || right.charCodeAt(other) !== letter) continue;
      taken.left[at] = 1;
      taken.right[other] = 1;
      taken.count += 1;
      break;
    }
  }
  return taken;
}

function countOutOfOrder(left: string, right: string, taken: Taken): number {
  let outOfOrder = 0;
  let other = 0;
  for (let at = 0; at < left.length; at += 1) {
    if (taken.left[at] !== 1) continue;
    while (taken.right[other] !== 1) other += 1;
    if (left.charCodeAt(at) !== right.charCodeAt(other)) outOfOrder += 1;
    other += 1;
  }
  return outOfOrder;
}

function commonPrefix(left: string, right: string): number {
  const limit = Math.min(maxPrefix, left.length, right.length);
  let length = 0;
  while (length < limit && left.charCodeAt(length) === right.charCodeAt(length)) length += 1;
  return length;
}
