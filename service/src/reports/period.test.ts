import fc from "fast-check";
import { expect, test } from "vitest";
import { instantFromMs, parseInstant } from "../kernel/instant.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { type RequestedPeriod, relativePeriods, resolvePeriod } from "./period.ts";
import { addDays, formatLocal, localDateOf, parseTimeZone, startOfDate } from "./time-zone.ts";

const zones = ["UTC", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "America/Santiago", "Africa/Cairo"];
const zone = fc.constantFrom(...zones);
const date = fc.integer({ min: 800, max: 25_000 }).map((days) => addDays("1970-01-01", days));
const moment = fc.integer({ min: 3 * 366 * 86_400_000, max: 2_100_000_000_000 }).map(instantFromMs);

test("days tile the time: a day ends where the next one begins, and each moment is in its own day", () => {
  fc.assert(
    fc.property(zone, moment, (timeZone, at) => {
      const day = localDateOf(at, timeZone);
      expect(startOfDate(day, timeZone)).toBeLessThanOrEqual(at);
      expect(startOfDate(addDays(day, 1), timeZone)).toBeGreaterThan(at);
    }),
  );
});

test("a moment in a zone's time is the same moment", () => {
  fc.assert(
    fc.property(zone, moment, (timeZone, at) => {
      expect(parseInstant(formatLocal(at, timeZone))).toBe(Math.floor(at / 1_000) * 1_000);
    }),
  );
});

test("a relative period is over before the day of the report, unless its name begins with this", () => {
  fc.assert(
    fc.property(zone, moment, fc.constantFrom(...relativePeriods), (timeZone, now, period) => {
      const resolved = periodOf({ period, timeZone }, now);
      expect(resolved.from).toBeLessThan(resolved.to);
      if (period.startsWith("this")) expect(resolved.lastDay).toBe(localDateOf(now, timeZone));
      else expect(resolved.to).toBeLessThanOrEqual(now);
    }),
  );
});

test("successive last months are next to each other", () => {
  fc.assert(
    fc.property(zone, date, (timeZone, day) => {
      const first = periodOf({ period: "last_month", timeZone }, startOfDate(day, timeZone));
      const nextMonth = startOfDate(addDays(first.lastDay, 35), timeZone);
      const second = periodOf({ period: "last_month", timeZone }, nextMonth);
      expect(second.from).toBe(first.to);
    }),
  );
});

test("periods of the calendar", () => {
  const now = parseInstant("2026-01-15T03:00:00Z") ?? instantFromMs(0);
  const days = (requested: RequestedPeriod) => {
    const { firstDay, lastDay } = periodOf(requested, now);
    return [firstDay, lastDay];
  };
  expect(days({})).toEqual(["2025-12-01", "2025-12-31"]);
  expect(days({ period: "yesterday", timeZone: "America/New_York" })).toEqual(["2026-01-13", "2026-01-13"]);
  expect(days({ period: "last_week" })).toEqual(["2026-01-05", "2026-01-11"]);
  expect(days({ period: "last_quarter" })).toEqual(["2025-10-01", "2025-12-31"]);
  expect(days({ period: "last_year" })).toEqual(["2025-01-01", "2025-12-31"]);
  expect(days({ from: "2026-01-02", to: "2026-01-03" })).toEqual(["2026-01-02", "2026-01-03"]);
  expect(days({ from: "2026-01-02" })).toEqual(["2026-01-02", "2026-01-15"]);
});

test.each([
  [{ timeZone: "Mars/Olympus" }, "/time_zone"],
  [{ from: "2026-02-30", to: "2026-03-01" }, "/from"],
  [{ to: "2026-03-01" }, "/from"],
  [{ from: "2026-03-02", to: "2026-03-01" }, "/to"],
  [{ from: "1990-03-02", to: "2026-03-01" }, "/to"],
])("a bad period is refused at its member: %o", (requested, pointer) => {
  const refused = resolvePeriod(requested, instantFromMs(1_800_000_000_000));
  expect(isRefusal(refused) && refused.errors?.map((error) => error.pointer)).toEqual([pointer]);
});

test("a time zone has a name, not an offset", () => {
  expect(parseTimeZone("Europe/Lisbon")).toBe("Europe/Lisbon");
  expect(parseTimeZone("+02:00")).toBeUndefined();
});

function periodOf(requested: RequestedPeriod, now: ReturnType<typeof instantFromMs>) {
  const resolved = resolvePeriod(requested, now);
  if (isRefusal(resolved)) throw new Error(resolved.detail);
  return resolved;
}
