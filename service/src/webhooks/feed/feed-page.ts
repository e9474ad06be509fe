/** Which way one reads: towards what is newer, or towards what is older. */
export type Course = "up" | "down";

/** The stretch of a feed that is looked at, both ends included. There is nothing in it when `end` lies before `start`. */
export interface Stretch {
  readonly course: Course;
  readonly start: bigint;
  readonly end: bigint;
}

export interface StretchWish {
  readonly course: Course;
  /** The stretch begins next to it; undefined for the very beginning of this course. */
  readonly position: bigint | undefined;
  /** How many events are looked at, at most. */
  readonly span: number;
  /** The last position of the feed. */
  readonly last: bigint;
}

export function planStretch({ course, position, span, last }: StretchWish): Stretch {
  const reach = BigInt(span) - 1n;
  if (course === "up") {
    const start = (position ?? 0n) + 1n;
    return { course, start, end: smaller(start + reach, last) };
  }
  const start = larger(smaller((position ?? last + 1n) - 1n, last), 0n);
  return { course, start, end: larger(start - reach, 1n) };
}

/** How far one has got: to the last event of a full page, else to the end of what was looked at. */
export function reachedIn(stretch: Stretch, found: readonly bigint[], size: number): bigint {
  const { course, start, end } = stretch;
  const lastFound = found.at(-1);
  if (lastFound !== undefined && found.length >= size) return lastFound;
  if (course === "up") return end < start ? start - 1n : end;
  return end > start ? start + 1n : end;
}

export interface PageEnds {
  readonly next: { readonly position: bigint; readonly isThere: boolean };
  readonly prev: { readonly position: bigint; readonly isThere: boolean };
}

/**
 * Where a list goes on from a page, both ways. The page may have been read against the list's own course, to get at what
 * stands before a cursor.
 */
export function endsOf(page: {
  readonly listCourse: Course;
  readonly stretch: Stretch;
  readonly reached: bigint;
  readonly last: bigint;
}): PageEnds {
  const { listCourse, stretch, reached, last } = page;
  const [next, prev] = stretch.course === listCourse ? [reached, stretch.start] : [stretch.start, reached];
  const isThere = (position: bigint, course: Course): boolean =>
    course === "up" ? position < last : position > 1n && last > 0n;
  return {
    next: { position: next, isThere: isThere(next, listCourse) },
    prev: { position: prev, isThere: isThere(prev, opposite(listCourse)) },
  };
}

export function opposite(course: Course): Course {
  return course === "up" ? "down" : "up";
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
