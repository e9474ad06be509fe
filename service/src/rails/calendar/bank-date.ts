import { assert } from "../../kernel/assert.ts";

declare const bankDateBrand: unique symbol;

/** A date in New York, `YYYY-MM-DD`; dates compare as strings. Not necessarily a banking day. */
export type BankDate = string & { readonly [bankDateBrand]: true };

/** Weekdays as in JavaScript: 0 is Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const dayMs = 86_400_000;
const shape = /^(?:19[7-9]\d|[2-9]\d{3})-\d{2}-\d{2}$/;

/** Undefined unless the text is a valid date between 1970 and 9999. */
export function parseBankDate(text: string): BankDate | undefined {
  if (!shape.test(text)) return undefined;
  const midnight = new Date(`${text}T00:00:00.000Z`);
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
  return isDay ? (text as BankDate) : undefined;
}

/** For constant dates, or dates that were validated before. */
export function bankDate(text: string): BankDate {
  const date = parseBankDate(text);
  assert(date !== undefined, "invalid date");
  return date;
}

/** Adds calendar days; `days` may be negative. */
export function addDays(date: BankDate, days: number): BankDate {
  assert(Number.isSafeInteger(days), "days must be an integer");
  return dateOfUtc(utcMidnightMs(date) + days * dayMs);
}

export function weekdayOf(date: BankDate): Weekday {
  return new Date(utcMidnightMs(date)).getUTCDay() as Weekday;
}

/** Dates have no time zone; arithmetic uses UTC days, which all have 24 hours. */
export function utcMidnightMs(date: BankDate): number {
  return Date.parse(`${date}T00:00:00.000Z`);
}

function dateOfUtc(epochMs: number): BankDate {
  return bankDate(new Date(epochMs).toISOString().slice(0, 10));
}
