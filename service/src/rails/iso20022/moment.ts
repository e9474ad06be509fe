import { parseInstant } from "../../kernel/instant.ts";
import { parseBankDate } from "../calendar/bank-date.ts";
import { instantAt, type TimeOfDay } from "../calendar/new-york.ts";

const withOffset = /(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))$/;
const local = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d):[0-5]\d(?:\.\d{1,9})?$/;
const dateWithZone = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))?$/;

/**
 * A moment of a message (xs:dateTime) as RFC 3339; undefined when there is no such moment. The standard allows one
 * without an offset, and RTP writes them so: the rails keep the clocks of New York, so it gets the offset of that day.
 */
export function parseMoment(text: string): string | undefined {
  const trimmed = text.trim();
  const moment = withOffset.test(trimmed) ? trimmed : withNewYorkOffset(trimmed);
  return moment !== undefined && parseInstant(moment) !== undefined ? moment : undefined;
}

/** A day of a message (xs:date) as `YYYY-MM-DD`; undefined when there is no such day. A bank's day has no zone. */
export function parseDay(text: string): string | undefined {
  const [, day] = dateWithZone.exec(text.trim()) ?? [];
  return day === undefined ? undefined : parseBankDate(day);
}

function withNewYorkOffset(text: string): string | undefined {
  const [, day = "", time] = local.exec(text) ?? [];
  const date = parseBankDate(day);
  if (date === undefined || time === undefined) return undefined;
  const behindMs = instantAt(date, time as TimeOfDay) - Date.parse(`${date}T${time}:00.000Z`);
  // As a time of day, because New York is behind UTC by less than one.
  return `${text}-${new Date(behindMs).toISOString().slice(11, 16)}`;
}
