import { parseInstant } from "../../kernel/instant.ts";
import { parseBankDate } from "../calendar/bank-date.ts";
import { instantAt, type TimeOfDay } from "../calendar/new-york.ts";

const withOffset = /(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))$/;
const local = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d):[0-5]\d(?:\.\d{1,9})?$/;
const dateWithZone = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))?$/;

/**
 * An xs:dateTime as RFC 3339; undefined when it is invalid. The standard allows one without an offset, and RTP omits
 * it: the rails run on New York time, so it gets the New York offset of that day.
 */
export function parseMoment(text: string): string | undefined {
  const trimmed = text.trim();
  const moment = withOffset.test(trimmed) ? trimmed : withNewYorkOffset(trimmed);
  return moment !== undefined && parseInstant(moment) !== undefined ? moment : undefined;
}

/** An xs:date as `YYYY-MM-DD`; undefined when it is invalid. A banking date has no time zone. */
export function parseDay(text: string): string | undefined {
  const [, day] = dateWithZone.exec(text.trim()) ?? [];
  return day === undefined ? undefined : parseBankDate(day);
}

function withNewYorkOffset(text: string): string | undefined {
  const [, day = "", time] = local.exec(text) ?? [];
  const date = parseBankDate(day);
  if (date === undefined || time === undefined) return undefined;
  const behindMs = instantAt(date, time as TimeOfDay) - Date.parse(`${date}T${time}:00.000Z`);
  // Parsed as a UTC time of day, because New York is less than a day behind UTC.
  return `${text}-${new Date(behindMs).toISOString().slice(11, 16)}`;
}
