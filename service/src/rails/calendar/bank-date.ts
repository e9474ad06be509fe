import { assert } from "../../kernel/assert.ts";

declare const bankDateBrand: unique symbol;

/** A day in New York, `YYYY-MM-DD`; dates compare as texts do. It may be one on which banks are closed. */
export type BankDate = string & { readonly [bankDateBrand]: true };

/** Days by the number that JavaScript gives them: 0 is Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const dayMs = 86_400_000;
const shape = /^(?:19[7-9]\d|[2-9]\d{3})-\d{2}-\d{2}$/;

/** Undefined when the text names no day between 1970 and 9999; 30 February is none. */
export function parseBankDate(text: string): BankDate | undefined {
  if (!shape.test(text)) return undefined;
  const midnight = new Date(`${text}T00:00:00.000Z`);
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
  return isDay ? (text as BankDate) : undefined;
}

/** For dates that stand in our own code, or that were checked before. */
export function bankDate(text: string): BankDate {
  const date = parseBankDate(text);
  assert(date !== undefined, "this is no date");
  return date;
}

/** Calendar days later, or earlier when negative. */
export function addDays(date: BankDate, days: number): BankDate {
  assert(Number.isSafeInteger(days), "days are whole");
  return dateOfUtc(utcMidnightMs(date) + days * dayMs);
}

export function weekdayOf(date: BankDate): Weekday {
  return new Date(utcMidnightMs(date)).getUTCDay() as Weekday;
}

/** Dates have no zone; for arithmetic they are taken as days of UTC, which all have 24 hours. */
export function utcMidnightMs(date: BankDate): number {
  return Date.parse(`${date}T00:00:00.000Z`);
}

function dateOfUtc(epochMs: number): BankDate {
  return bankDate(new Date(epochMs).toISOString().slice(0, 10));
}
