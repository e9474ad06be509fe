import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, type BankDate, bankDate, parseBankDate, weekdayOf } from "./bank-date.ts";
import { addBankingDays, bankingDayFrom, isBankingDay, nextBankingDay } from "./banking-day.ts";

const published = new URL(
  "../../../../../shared/fixtures/reference/fed-holidays-2026-2030.json",
  import.meta.url,
);

/** Weekdays on which the Reserve Banks are closed, derived from the rule by hand. */
const closures: Readonly<Record<string, string>> = {
  "2021": "01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25",
  "2022": "01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26",
  "2023": "01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-23 12-25",
  "2026": "01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25",
  "2027": "01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25",
  "2028": "01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25",
  "2029": "01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25",
  "2030": "01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25",
  "2033": "01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26",
};

const anyDate = fc.integer({ min: 0, max: 365 * 120 }).map((days) => addDays(bankDate("1990-01-01"), days));

describe("Federal Reserve holidays", () => {
  test.each(Object.entries(closures))("of %s follow the rule", (year, days) => {
    expect(closuresOf(year)).toEqual(days.split(" ").map((day) => `${year}-${day}`));
  });

  test.skipIf(!existsSync(published))("match those published by the Federal Reserve", () => {
    const table = JSON.parse(readFileSync(published, "utf8")) as {
      readonly closed: Readonly<Record<string, readonly string[]>>;
      readonly open_despite_federal_holiday_observance: readonly string[];
    };
    expect(Object.keys(table.closed)).toHaveLength(5);
    for (const [year, days] of Object.entries(table.closed)) expect(closuresOf(year)).toEqual(days);
    for (const day of table.open_despite_federal_holiday_observance) {
      expect(isBankingDay(bankDate(day))).toBe(true);
    }
  });

  test("a holiday on a Saturday closes no other day; one on a Sunday is observed on Monday", () => {
    expect(isBankingDay(bankDate("2026-07-03"))).toBe(true);
    expect(isBankingDay(bankDate("2026-07-06"))).toBe(true);
    expect(isBankingDay(bankDate("2027-07-05"))).toBe(false);
  });
});

describe("adding banking days", () => {
  test("an incoming wire may take ten banking days", () => {
    expect(addBankingDays(bankDate("2026-12-18"), 10)).toBe("2027-01-05");
  });

  test("zero days return the date itself or the next banking day", () => {
    expect(addBankingDays(bankDate("2026-11-27"), 0)).toBe("2026-11-27");
    expect(addBankingDays(bankDate("2026-11-26"), 0)).toBe("2026-11-27");
    expect(addBankingDays(bankDate("2026-11-26"), 1)).toBe("2026-11-27");
  });

  test("never ends on a weekend or a holiday, and skips no banking day", () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const next = nextBankingDay(date);
        expect(isBankingDay(next)).toBe(true);
        expect([0, 6]).not.toContain(weekdayOf(next));
        expect(next > date).toBe(true);
        for (let day = addDays(date, 1); day < next; day = addDays(day, 1)) {
          expect(isBankingDay(day)).toBe(false);
        }
        // The longest closure is a weekend next to a holiday.
        expect(next <= addDays(date, 4)).toBe(true);
        expect(bankingDayFrom(next)).toBe(next);
      }),
    );
  });

  test("is monotonic in date and days, and additive", () => {
    const count = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 0, max: 30 }), count, count, (date, days, first, second) => {
        const sum = addBankingDays(date, first + second);
        expect(addBankingDays(addDays(date, days), first) >= addBankingDays(date, first)).toBe(true);
        expect(sum >= addBankingDays(date, first)).toBe(true);
        if (first > 0) expect(addBankingDays(addBankingDays(date, first), second)).toBe(sum);
      }),
    );
  });

  test.each([-1, 0.5, Number.NaN, 1e9])("%s banking days are rejected", (count) => {
    expect(() => addBankingDays(bankDate("2026-01-02"), count)).toThrow("banking days must be");
  });
});

describe("dates", () => {
  test("subtracting days reverts adding them", () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -400, max: 400 }), (date, days) => {
        expect(addDays(addDays(date, days), -days)).toBe(date);
        expect(weekdayOf(addDays(date, 7))).toBe(weekdayOf(date));
      }),
    );
  });

  test.each(["2026-02-29", "2026-13-01", "2026-1-1", "1969-12-31", "2026-01-01T00:00", "", "０2026-01-01"])(
    "%j is not a valid date",
    (text) => {
      expect(parseBankDate(text)).toBeUndefined();
      expect(() => bankDate(text)).toThrow("invalid date");
    },
  );
});

function closuresOf(year: string): readonly BankDate[] {
  const found: BankDate[] = [];
  for (let day = bankDate(`${year}-01-01`); day.startsWith(year); day = addDays(day, 1)) {
    if (!isBankingDay(day) && ![0, 6].includes(weekdayOf(day))) found.push(day);
  }
  return found;
}
