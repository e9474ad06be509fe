import type { Direction, EventOwner, Stretch } from "../../events/index.ts";
import { largest, smallest } from "../../kernel/bigint-bounds.ts";
import type { AccountId } from "../../kernel/id.ts";

/**
 * Events in one order, numbered 1, 2, 3 …: the log of one account by its sequence or, without an account,
 * all events of a tenant in dispatch order. Only a recovery skips numbers.
 */
export interface Feed extends EventOwner {
  readonly accountId: AccountId | undefined;
}

/** Equal for the same feed. */
export function keyOf({ tenantId, network, accountId }: Feed): string {
  return [tenantId, network, accountId ?? "all"].join("/");
}

export interface StretchInput {
  readonly direction: Direction;
  /** The range begins next to it; undefined for the very beginning in this direction. */
  readonly position: bigint | undefined;
  /** Maximum number of events to scan. */
  readonly span: number;
  /** Of the feed. */
  readonly bounds: Bounds;
}

/** The first and the last position of a feed, or of what is read of it. */
export interface Bounds {
  readonly first: bigint;
  readonly last: bigint;
}

export function planStretch({ direction, position, span, bounds }: StretchInput): Stretch {
  const { first, last } = bounds;
  const reach = BigInt(span) - 1n;
  if (direction === "up") {
    const start = largest((position ?? 0n) + 1n, first);
    return { direction, start, end: smallest(start + reach, last) };
  }
  const start = largest(smallest((position ?? last + 1n) - 1n, last), first - 1n);
  return { direction, start, end: largest(start - reach, first) };
}

/** The position reached: the last event of a full page, else the end of the scanned range. */
export function reachedIn(stretch: Stretch, found: readonly bigint[], size: number): bigint {
  const { direction, start, end } = stretch;
  const lastFound = found.at(-1);
  if (lastFound !== undefined && found.length >= size) return lastFound;
  if (direction === "up") return end < start ? start - 1n : end;
  return end > start ? start + 1n : end;
}

export interface PageEnds {
  readonly next: { readonly position: bigint; readonly isThere: boolean };
  readonly prev: { readonly position: bigint; readonly isThere: boolean };
}

/**
 * The cursors of a page, in both directions. The page may have been read against the list's direction, to get the items
 * before a cursor.
 */
export function endsOf(page: {
  readonly listDirection: Direction;
  readonly stretch: Stretch;
  readonly reached: bigint;
  readonly bounds: Bounds;
}): PageEnds {
  const { listDirection, stretch, reached, bounds } = page;
  const { first, last } = bounds;
  const [next, prev] =
    stretch.direction === listDirection ? [reached, stretch.start] : [stretch.start, reached];
  const isThere = (position: bigint, direction: Direction): boolean =>
    direction === "up" ? position < last : position > first && last >= first;
  return {
    next: { position: next, isThere: isThere(next, listDirection) },
    prev: { position: prev, isThere: isThere(prev, opposite(listDirection)) },
  };
}

export function opposite(direction: Direction): Direction {
  return direction === "up" ? "down" : "up";
}
