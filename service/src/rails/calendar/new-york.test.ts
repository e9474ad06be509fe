import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatInstant, type Instant, instantFromMs, parseInstant } from "../../kernel/instant.ts";
import { addDays, bankDate } from "./bank-date.ts";
import { bankDateOf, instantAt, type TimeOfDay, timeOfDayOf } from "./new-york.ts";

const hourMs = 3_600_000;

describe("a time and date in New York", () => {
  test.each<[string, TimeOfDay, string]>([
    ["2026-01-15", "08:30", "2026-01-15T13:30:00.000Z"],
    ["2026-07-15", "08:30", "2026-07-15T12:30:00.000Z"],
    // Spring: clocks go from 02:00 to 03:00.
    ["2026-03-08", "00:00", "2026-03-08T05:00:00.000Z"],
    ["2026-03-08", "01:59", "2026-03-08T06:59:00.000Z"],
    ["2026-03-08", "03:00", "2026-03-08T07:00:00.000Z"],
    ["2026-03-08", "21:00", "2026-03-09T01:00:00.000Z"],
    // Autumn: clocks go from 02:00 back to 01:00.
    ["2026-11-01", "00:59", "2026-11-01T04:59:00.000Z"],
    ["2026-11-01", "02:00", "2026-11-01T07:00:00.000Z"],
    ["2026-11-01", "21:00", "2026-11-02T02:00:00.000Z"],
    ["2028-02-29", "23:59", "2028-03-01T04:59:00.000Z"],
  ])("%s %s is %s", (date, time, utc) => {
    expect(formatInstant(instantAt(bankDate(date), time))).toBe(utc);
  });

  test("an ambiguous time in autumn is the first occurrence", () => {
    expect(formatInstant(instantAt(bankDate("2026-11-01"), "01:30"))).toBe("2026-11-01T05:30:00.000Z");
  });

  test("a skipped time in spring is an hour later", () => {
    const skipped = instantAt(bankDate("2026-03-08"), "02:15");
    expect(skipped).toBe(instantAt(bankDate("2026-03-08"), "03:15"));
  });

  test.each(["24:00", "9:30", "09:60", "0930"])("%s is not a valid time of day", (time) => {
    expect(() => instantAt(bankDate("2026-01-02"), time as TimeOfDay)).toThrow("HH:MM");
  });
});

describe("the date in New York", () => {
  test.each([
    ["2026-01-01T04:59:59.999Z", "2025-12-31"],
    ["2026-01-01T05:00:00.000Z", "2026-01-01"],
    ["2026-07-01T03:59:59.999Z", "2026-06-30"],
    ["2026-07-01T04:00:00.000Z", "2026-07-01"],
  ])("at %s is %s", (text, date) => {
    expect(bankDateOf(at(text))).toBe(date);
  });

  test("days have no gaps and are 23, 24 or 25 hours long", () => {
    const lengths = new Map<number, string[]>();
    for (let day = bankDate("2026-01-01"); day < "2027-01-01"; day = addDays(day, 1)) {
      const from = instantAt(day, "00:00");
      const to = instantAt(addDays(day, 1), "00:00");
      expect(bankDateOf(from)).toBe(day);
      expect(bankDateOf(instantFromMs(to - 1))).toBe(day);
      const hours = (to - from) / hourMs;
      lengths.set(hours, [...(lengths.get(hours) ?? []), day]);
    }
    expect(lengths.get(23)).toEqual(["2026-03-08"]);
    expect(lengths.get(25)).toEqual(["2026-11-01"]);
    expect([...lengths.keys()].toSorted((left, right) => left - right)).toEqual([23, 24, 25]);
  });

  test("date and time in New York convert back to the same instant", () => {
    const moments = fc.integer({ min: at("1990-01-01T00:00:00Z"), max: at("2099-01-01T00:00:00Z") });
    fc.assert(
      fc.property(moments, (epochMs) => {
        const minute = instantFromMs(epochMs - (epochMs % 60_000));
        const found = instantAt(bankDateOf(minute), timeOfDayOf(minute));
        // The second occurrence of an hour in autumn converts to the first.
        expect([minute, minute - hourMs]).toContain(found);
      }),
      { numRuns: 500 },
    );
  });
});

function at(text: string): Instant {
  const instant = parseInstant(text);
  if (instant === undefined) throw new Error(`${text} is no instant`);
  return instant;
}
