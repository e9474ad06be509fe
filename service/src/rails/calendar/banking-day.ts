import { assert } from "../../kernel/assert.ts";
import { addDays, type BankDate, type Weekday, weekdayOf } from "./bank-date.ts";

const sunday: Weekday = 0;
const monday: Weekday = 1;
const thursday: Weekday = 4;
const saturday: Weekday = 6;

const daysPerWeek = 7;
const daysOfMay = 31;
/** Sanity limit: a few years of banking days. */
const maxBankingDays = 10_000;

/** Month and day. On a Sunday the Reserve Banks close on Monday; on a Saturday, on no other day. */
const fixedHolidays = new Set(["01-01", "06-19", "07-04", "11-11", "12-25"]);

/** Martin Luther King, Washington, Labor Day, Columbus, Thanksgiving: the nth weekday of a month. */
const floatingHolidays: readonly {
  readonly month: string;
  readonly weekday: Weekday;
  readonly nth: number;
}[] = [
  { month: "01", weekday: monday, nth: 3 },
  { month: "02", weekday: monday, nth: 3 },
  { month: "09", weekday: monday, nth: 1 },
  { month: "10", weekday: monday, nth: 2 },
  { month: "11", weekday: thursday, nth: 4 },
];

/** A day on which the Reserve Banks are open. ACH and Fedwire settle on no other day. */
export function isBankingDay(date: BankDate): boolean {
  const weekday = weekdayOf(date);
  return weekday !== saturday && weekday !== sunday && !isClosure(date, weekday);
}

/** The first banking day after this date. */
export function nextBankingDay(date: BankDate): BankDate {
  return bankingDayFrom(addDays(date, 1));
}

/** This date, or the first banking day after it. */
export function bankingDayFrom(date: BankDate): BankDate {
  let day = date;
  while (!isBankingDay(day)) day = addDays(day, 1);
  return day;
}

/** Adds banking days; zero returns the date itself or the next banking day. */
export function addBankingDays(date: BankDate, count: number): BankDate {
  assert(
    Number.isSafeInteger(count) && count >= 0 && count <= maxBankingDays,
    "banking days must be zero or more",
  );
  if (count === 0) return bankingDayFrom(date);
  let day = date;
  for (let counted = 0; counted < count; counted += 1) day = nextBankingDay(day);
  return day;
}

function isClosure(date: BankDate, weekday: Weekday): boolean {
  if (fixedHolidays.has(monthAndDay(date))) return true;
  if (weekday === monday && fixedHolidays.has(monthAndDay(addDays(date, -1)))) return true;
  return isMemorialDay(date, weekday) || isFloatingHoliday(date, weekday);
}

/** The last Monday of May. */
function isMemorialDay(date: BankDate, weekday: Weekday): boolean {
  return monthOf(date) === "05" && weekday === monday && dayOf(date) > daysOfMay - daysPerWeek;
}

function isFloatingHoliday(date: BankDate, weekday: Weekday): boolean {
  const nth = Math.ceil(dayOf(date) / daysPerWeek);
  return floatingHolidays.some(
    (holiday) => holiday.month === monthOf(date) && holiday.weekday === weekday && holiday.nth === nth,
  );
}

function monthAndDay(date: BankDate): string {
  return date.slice(5);
}

function monthOf(date: BankDate): string {
  return date.slice(5, 7);
}

function dayOf(date: BankDate): number {
  return Number(date.slice(8));
}
