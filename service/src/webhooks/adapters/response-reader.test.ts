import fc from "fast-check";
import { expect, test } from "vitest";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { excerptBytes, excerptOf, retryAfterMs } from "./response-reader.ts";

test.each([
  ["ok", "ok"],
  ['{"a": "ü 🎉"}', '{"a": "ü 🎉"}'],
  ["a\r\nb\tc", "a  b c"],
  ["a\u0000b\u001b[31mc\u007f\u0085", "a\uFFFDb\uFFFD[31mc\uFFFD\uFFFD"],
  ["left\u202Eright\u200B\u2028x", "left\uFFFDright\uFFFD x"],
])("%j is shown as %j", (text, shown) => {
  expect(excerptOf(Buffer.from(text))).toBe(shown);
});

test("an empty response has no excerpt", () => {
  expect(excerptOf(Buffer.alloc(0))).toBeUndefined();
});

test("bytes that are not UTF-8 are replaced", () => {
  expect(excerptOf(Buffer.from([0x61, 0xff, 0xfe, 0x62, 0xc3]))).toBe("a\uFFFD\uFFFDb\uFFFD");
});

test("a long text is cut after 1024 characters, and never within one", () => {
  expect(excerptOf(Buffer.from("🎉".repeat(2_000)))).toBe("🎉".repeat(1_024));
  expect(excerptOf(Buffer.from(`x${"🎉".repeat(2_000)}`).subarray(0, excerptBytes))).toBe(
    `x${"🎉".repeat(1_023)}`,
  );
});

test("any response gives one short line that can be stored", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 6_000 }), (bytes) => {
      const shown = excerptOf(bytes) ?? "";
      expect(Array.from(shown).length).toBeLessThanOrEqual(1_024);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    }),
  );
});

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
