import fc from "fast-check";
import { expect, test } from "vitest";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { retryAfterMs } from "./retry-after.ts";

const now: Instant = instantFromMs(Date.UTC(1994, 10, 6, 8, 49, 0));

test.each([
  ["0", 0],
  ["120", 120_000],
  [" 5 ", 5_000],
  ["Sun, 06 Nov 1994 08:49:37 GMT", 37_000],
  ["Sunday, 06-Nov-94 08:49:37 GMT", 37_000],
  ["Sun Nov  6 08:49:37 1994", 37_000],
  ["Sun, 06 Nov 1994 08:00:00 GMT", 0],
])("%j means %d ms", (value, ms) => {
  expect(retryAfterMs(value, now)).toBe(ms);
});

test.each([
  "",
  "-1",
  "1.5",
  "1e3",
  "12345678901",
  "soon",
  "2094-11-06",
  "Sun, 99 Nov 1994 08:49:37 GMT",
  "11/6/2094",
])("%j means nothing", (value) => {
  expect(retryAfterMs(value, now)).toBeUndefined();
});

test("any value gives a non-negative integer of milliseconds, or nothing", () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const ms = retryAfterMs(value, now);
      expect(ms === undefined || (Number.isSafeInteger(ms) && ms >= 0)).toBe(true);
    }),
  );
});
