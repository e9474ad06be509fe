import { expect, test } from "vitest";
import { parseDay, parseMoment } from "./moment.ts";

test.each([
  ["2026-11-16T10:00:00Z", "2026-11-16T10:00:00Z"],
  [" 2026-11-16T10:00:00.123456+01:00 ", "2026-11-16T10:00:00.123456+01:00"],
  ["2026-11-16T10:00:00", "2026-11-16T10:00:00-05:00"],
  ["2026-07-16T10:00:00.5", "2026-07-16T10:00:00.5-04:00"],
  // Daylight saving time ends: the hour occurs twice, and the first one is meant.
  ["2026-11-01T01:30:00", "2026-11-01T01:30:00-04:00"],
  // Daylight saving time begins: the hour does not exist.
  ["2026-03-08T02:30:00", "2026-03-08T02:30:00-05:00"],
  ["2026-02-29T10:00:00Z", undefined],
  ["2026-02-29T10:00:00", undefined],
  ["2026-11-16T24:00:00", undefined],
  ["2026-11-16T10:60:00Z", undefined],
  ["2026-11-16T10:00:00+14:00", "2026-11-16T10:00:00+14:00"],
  ["2026-11-16T10:00:00+14:30", undefined],
  ["0001-01-01T00:00:00", undefined],
  ["2026-11-16", undefined],
  ["16.11.2026", undefined],
])("the date-time %j is read as %j", (text, moment) => {
  expect(parseMoment(text)).toBe(moment);
});

test.each([
  ["2026-11-16", "2026-11-16"],
  ["2026-11-16Z", "2026-11-16"],
  ["2026-11-16+01:00", "2026-11-16"],
  ["2028-02-29", "2028-02-29"],
  ["2026-02-29", undefined],
  ["2026-11-16T10:00:00Z", undefined],
  ["26-11-16", undefined],
])("the date %j is read as %j", (text, day) => {
  expect(parseDay(text)).toBe(day);
});
