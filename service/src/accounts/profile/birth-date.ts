import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { complain, type ValidationIssue } from "./validation-issue.ts";

const adultYears = 18;

/** Date of birth of an adult, `YYYY-MM-DD`. An individual born on 29 February comes of age on 1 March. */
export function readBirthDate(text: string, now: Instant): string | ValidationIssue {
  const date = text.trim();
  if (!isCalendarDate(date)) return complain("must be a valid date (YYYY-MM-DD)");
  if (date >= dateOf(now)) return complain("must be in the past");
  return ageAt(date, now) >= adultYears ? date : complain(`must be at least ${adultYears} years ago`);
}

/** In whole years, by UTC days. */
export function ageAt(birthDate: string, now: Instant): number {
  const today = dateOf(now);
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) >= birthDate.slice(5) ? years : years - 1;
}

function dateOf(now: Instant): string {
  return formatInstant(now).slice(0, 10);
}

/** Needed because JavaScript parses 30 February as 1 or 2 March. */
function isCalendarDate(date: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(date)) return false;
  const midnight = new Date(`${date}T00:00:00.000Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}
