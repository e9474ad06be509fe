import fc from "fast-check";
import { expect, test } from "vitest";
import type { Direction } from "../../events/index.ts";
import { endsOf, opposite, planStretch, reachedIn } from "./feed.ts";

interface Reading {
  readonly listDirection: Direction;
  readonly direction: Direction;
  readonly position: bigint | undefined;
  readonly span: number;
  readonly size: number;
  readonly first?: bigint;
}

/** Like a store: the first matching positions of a range, in reading direction. */
function readPage(last: bigint, isRequested: (position: bigint) => boolean, reading: Reading) {
  const { listDirection, direction, position, span, size, first = 1n } = reading;
  const bounds = { first, last };
  const stretch = planStretch({ direction, position, span, bounds });
  const [from, to] = direction === "up" ? [stretch.start, stretch.end] : [stretch.end, stretch.start];
  const all: bigint[] = [];
  for (let each = from; each <= to; each += 1n)
    if (each >= first && each <= last && isRequested(each)) all.push(each);
  const found = (direction === "up" ? all : all.reverse()).slice(0, size);
  const reached = reachedIn(stretch, found, size);
  return { found, reached, ...endsOf({ listDirection, stretch, reached, bounds }) };
}

const directions = fc.constantFrom<Direction>("up", "down");
const lengths = fc.nat(60).map(BigInt);
/** The first position of a period. */
const starts = fc.integer({ min: 1, max: 60 }).map(BigInt);
const sizes = fc.integer({ min: 1, max: 9 });
/** Every nth position matches. */
const sieves = fc.integer({ min: 1, max: 7 });
const spans = fc.integer({ min: 9, max: 30 });

function expectedUpTo(last: bigint, sieve: bigint, first = 1n): readonly bigint[] {
  const expected: bigint[] = [];
  for (let each = first; each <= last; each += 1n) if (each % sieve === 0n) expected.push(each);
  return expected;
}

test("following next returns every match once, in the order of the list", () => {
  fc.assert(
    fc.property(
      lengths,
      starts,
      directions,
      sizes,
      spans,
      sieves,
      (last, first, direction, size, span, every) => {
        const sieve = BigInt(every);
        const seen: bigint[] = [];
        let position: bigint | undefined;
        for (let isThere = true; isThere; ) {
          const reading = { listDirection: direction, direction, position, span, size, first };
          const page = readPage(last, (each) => each % sieve === 0n, reading);
          seen.push(...page.found);
          ({ position, isThere } = page.next);
        }
        const expected = expectedUpTo(last, sieve, first);
        expect(seen).toEqual(direction === "up" ? expected : expected.toReversed());
      },
    ),
  );
});

test("a feed that grows while it is read oldest first is read completely, and reading at its end moves nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(12), { minLength: 1 }), sizes, spans, sieves, (growth, size, span, every) => {
      const sieve = BigInt(every);
      const seen: bigint[] = [];
      let last = 0n;
      let position: bigint | undefined;
      for (const more of [...growth, 0]) {
        last += BigInt(more);
        for (let isThere = true; isThere; ) {
          const reading = { listDirection: "up", direction: "up", position, span, size } as const;
          const page = readPage(last, (each) => each % sieve === 0n, reading);
          seen.push(...page.found);
          ({ position, isThere } = page.next);
        }
        expect(position).toBe(last);
      }
      expect(seen).toEqual(expectedUpTo(last, sieve));
    }),
  );
});

test("following prev returns the previous page, and next from there returns the page again", () => {
  fc.assert(
    fc.property(lengths, directions, sizes, fc.nat(70), (last, listDirection, size, place) => {
      const at = (direction: Direction, position: bigint | undefined) =>
        readPage(last, () => true, { listDirection, direction, position, span: size, size });
      const forward = at(listDirection, BigInt(place) > last ? last + 1n : BigInt(place));
      if (!forward.prev.isThere) return;
      const back = at(opposite(listDirection), forward.prev.position);
      expect(back.found.length).toBeGreaterThan(0);
      const again = at(listDirection, back.next.position);
      expect(again.found).toEqual(forward.found);
    }),
  );
});

test("an empty feed has neither a next nor a previous page, and oldest first starts at its beginning", () => {
  const reading = { position: undefined, span: 5, size: 5 };
  for (const direction of ["up", "down"] as const) {
    const page = readPage(0n, () => true, { ...reading, listDirection: direction, direction });
    expect(page).toMatchObject({ found: [], next: { isThere: false }, prev: { isThere: false } });
  }
  const up = readPage(0n, () => true, { ...reading, listDirection: "up", direction: "up" });
  expect(up.next.position).toBe(0n);
});

test("a position beyond the end, as after restoring a backup, does not move", () => {
  const reading = { listDirection: "up", direction: "up", position: 9n, span: 5, size: 5 } as const;
  const page = readPage(4n, () => true, reading);
  expect(page).toMatchObject({ found: [], next: { position: 9n, isThere: false } });
  const down = readPage(4n, () => true, { ...reading, listDirection: "down", direction: "down" });
  expect(down.found).toEqual([4n, 3n, 2n, 1n]);
});
