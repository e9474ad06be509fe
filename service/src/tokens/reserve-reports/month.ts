import { type Instant, instantFromMs } from "../../kernel/instant.ts";

/** A calendar month in UTC, such as `2026-10`. They sort as text. */
export type Month = string;

export const monthPattern = "^[0-9]{4}-(?:0[1-9]|1[0-2])$";
const shape = new RegExp(monthPattern);

export function isMonth(text: string): boolean {
  return shape.test(text);
}

/** The last month that has ended. */
export function lastMonth(now: Instant): Month {
  const date = new Date(now);
  const previous = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1));
  return previous.toISOString().slice(0, 7);
}

/** The first instant after the month. */
export function endOf(month: Month): Instant {
  return instantFromMs(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1));
}
