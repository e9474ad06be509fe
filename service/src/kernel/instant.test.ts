import fc from "fast-check";
import { expect, test } from "vitest";
import { addMs, formatInstant, instantFromMs, parseInstant } from "./instant.ts";

test("a formatted instant parses to the same instant", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }), (epochMs) => {
      const instant = instantFromMs(epochMs);
      expect(parseInstant(formatInstant(instant))).toBe(instant);
    }),
  );
});

test("instants are formatted in UTC with milliseconds and Z, in any order", () => {
  expect(formatInstant(instantFromMs(0))).toBe("1970-01-01T00:00:00.000Z");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }), fc.nat(200_000), (epochMs, laterMs) => {
      for (const ms of [epochMs, epochMs + laterMs, epochMs])
        expect(formatInstant(instantFromMs(ms))).toBe(new Date(ms).toISOString());
    }),
  );
});

test.each([
  ["2026-03-01T12:00:00+02:00", "2026-03-01T10:00:00.000Z"],
  ["2026-03-01T12:00:00.123456Z", "2026-03-01T12:00:00.123Z"],
  ["2028-02-29T00:00:00Z", "2028-02-29T00:00:00.000Z"],
])("%s parses as %s", (text, utc) => {
  const instant = parseInstant(text);
  expect(instant !== undefined && formatInstant(instant)).toBe(utc);
});

test.each([
  "2026-02-30T00:00:00Z",
  "2027-02-29T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-01-01",
  "2026-01-01T00:00:00",
  "now",
  "",
  "2026-01-01T25:00:00Z",
  "2026-01-01T24:00:00Z",
  "1969-12-31T23:59:59Z",
])("%j is not an instant", (text) => {
  expect(parseInstant(text)).toBeUndefined();
});

test("adding cannot leave the supported range", () => {
  expect(addMs(instantFromMs(1_000), 500)).toBe(1_500);
  expect(() => addMs(instantFromMs(0), -1)).toThrow();
});
