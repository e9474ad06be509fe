import fc from "fast-check";
import { expect, test } from "vitest";
import { type Course, endsOf, opposite, planStretch, reachedIn } from "./feed-page.ts";

interface Reading {
  readonly listCourse: Course;
  readonly course: Course;
  readonly position: bigint | undefined;
  readonly span: number;
  readonly size: number;
}

/** What a store does with a stretch: the first few that are wanted, in the order of the course. */
function readPage(last: bigint, isWanted: (position: bigint) => boolean, reading: Reading) {
  const { listCourse, course, position, span, size } = reading;
  const stretch = planStretch({ course, position, span, last });
  const [from, to] = course === "up" ? [stretch.start, stretch.end] : [stretch.end, stretch.start];
  const all: bigint[] = [];
  for (let each = from; each <= to; each += 1n)
    if (each >= 1n && each <= last && isWanted(each)) all.push(each);
  const found = (course === "up" ? all : all.reverse()).slice(0, size);
  const reached = reachedIn(stretch, found, size);
  return { found, reached, ...endsOf({ listCourse, stretch, reached, last }) };
}

const courses = fc.constantFrom<Course>("up", "down");
const lengths = fc.nat(60).map(BigInt);
const sizes = fc.integer({ min: 1, max: 9 });
/** Every so manieth is wanted. */
const sieves = fc.integer({ min: 1, max: 7 });
const spans = fc.integer({ min: 9, max: 30 });

function wantedUpTo(last: bigint, sieve: bigint): readonly bigint[] {
  const wanted: bigint[] = [];
  for (let each = 1n; each <= last; each += 1n) if (each % sieve === 0n) wanted.push(each);
  return wanted;
}

test("going on by next sees everything that is wanted once, in the order of the list", () => {
  fc.assert(
    fc.property(lengths, courses, sizes, spans, sieves, (last, course, size, span, every) => {
      const sieve = BigInt(every);
      const seen: bigint[] = [];
      let position: bigint | undefined;
      for (let isThere = true; isThere; ) {
        const reading = { listCourse: course, course, position, span, size };
        const page = readPage(last, (each) => each % sieve === 0n, reading);
        seen.push(...page.found);
        ({ position, isThere } = page.next);
      }
      const wanted = wantedUpTo(last, sieve);
      expect(seen).toEqual(course === "up" ? wanted : wanted.toReversed());
    }),
  );
});

test("a feed that grows while it is read upwards is read whole, and asking at its end moves nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(12), { minLength: 1 }), sizes, spans, sieves, (growth, size, span, every) => {
      const sieve = BigInt(every);
      const seen: bigint[] = [];
      let last = 0n;
      let position: bigint | undefined;
      for (const more of [...growth, 0]) {
        last += BigInt(more);
        for (let isThere = true; isThere; ) {
          const reading = { listCourse: "up", course: "up", position, span, size } as const;
          const page = readPage(last, (each) => each % sieve === 0n, reading);
          seen.push(...page.found);
          ({ position, isThere } = page.next);
        }
        expect(position).toBe(last);
      }
      expect(seen).toEqual(wantedUpTo(last, sieve));
    }),
  );
});

test("going back by prev sees what came before, and forward again by next what one came from", () => {
  fc.assert(
    fc.property(lengths, courses, sizes, fc.nat(70), (last, listCourse, size, place) => {
      const at = (course: Course, position: bigint | undefined) =>
        readPage(last, () => true, { listCourse, course, position, span: size, size });
      const forward = at(listCourse, BigInt(place) > last ? last + 1n : BigInt(place));
      if (!forward.prev.isThere) return;
      const back = at(opposite(listCourse), forward.prev.position);
      expect(back.found.length).toBeGreaterThan(0);
      const again = at(listCourse, back.next.position);
      expect(again.found).toEqual(forward.found);
    }),
  );
});

test("an empty feed has neither a next nor a previous page, and upwards one begins at its beginning", () => {
  const reading = { position: undefined, span: 5, size: 5 };
  for (const course of ["up", "down"] as const) {
    const page = readPage(0n, () => true, { ...reading, listCourse: course, course });
    expect(page).toMatchObject({ found: [], next: { isThere: false }, prev: { isThere: false } });
  }
  const up = readPage(0n, () => true, { ...reading, listCourse: "up", course: "up" });
  expect(up.next.position).toBe(0n);
});

test("a position behind the end, as after a restored backup, stays where it is", () => {
  const reading = { listCourse: "up", course: "up", position: 9n, span: 5, size: 5 } as const;
  const page = readPage(4n, () => true, reading);
  expect(page).toMatchObject({ found: [], next: { position: 9n, isThere: false } });
  const down = readPage(4n, () => true, { ...reading, listCourse: "down", course: "down" });
  expect(down.found).toEqual([4n, 3n, 2n, 1n]);
});
