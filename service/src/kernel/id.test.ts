import fc from "fast-check";
import { expect, test } from "vitest";
import { createIdFactory, lowestIdAt, parseId } from "./id.ts";
import { instantFromMs } from "./instant.ts";

test("ids strictly increase as text, also within a millisecond and when the clock steps back", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2 ** 41 }), { minLength: 2, maxLength: 200 }), (times) => {
      let index = 0;
      const newId = createIdFactory({ now: () => instantFromMs(times[index++] ?? 1) });
      const ids = times.map(() => newId());
      expect(ids).toEqual([...ids].sort());
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test("ids of two processes sort by time", () => {
  const early = createIdFactory({ now: () => instantFromMs(1_000) });
  const late = createIdFactory({ now: () => instantFromMs(1_001) });
  expect(early() < late()).toBe(true);
});

test("ten thousand ids of one millisecond from two factories do not collide", () => {
  const clock = { now: () => instantFromMs(1_700_000_000_000) };
  const [left, right] = [createIdFactory(clock), createIdFactory(clock)];
  const ids = new Set(Array.from({ length: 5_000 }, () => [left(), right()]).flat());
  expect(ids.size).toBe(10_000);
});

test("every id has 26 characters, and parses", () => {
  const newId = createIdFactory({ now: () => instantFromMs(1_700_000_000_000) });
  const id = newId();
  expect(id).toMatch(/^[0-9A-Z]{26}$/);
  expect(parseId(id)).toBe(id);
});

test.each([
  "",
  "short",
  "01JD7Q2M8W3T5V6X9YZABCDEF-",
  "01JD7Q2M8W3T5V6X9YZABCDEFGH",
  "01JD7Q2M8W3T5V6X9YZABCDEFG\n",
])("%j is not an id", (text) => {
  expect(parseId(text)).toBeUndefined();
});

test("the lowest id of an instant is above all ids made before it and not above any made from it on", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 2 ** 47 }), (ms) => {
      const idAt = (at: number): string => createIdFactory({ now: () => instantFromMs(at) })();
      const lowest = lowestIdAt(instantFromMs(ms));
      expect(parseId(lowest)).toBe(lowest);
      expect(idAt(ms - 1) < lowest).toBe(true);
      expect(idAt(ms) >= lowest).toBe(true);
    }),
  );
  expect(lowestIdAt(instantFromMs(0))).toBe("0".repeat(26));
});
