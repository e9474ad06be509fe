/** A birth date on the list, as precise as the list has it: a day, a month, a year, or a range. */
export interface SanctionedBirthDate {
  /** As written in the list. */
  readonly text: string;
  /** First and last possible day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** The list marks the date as approximate. */
  readonly isCirca: boolean;
}

/** Effect of the birth date on the score of a name. */
export interface BirthDateEffect {
  /** `kept`: it differs, but the name is identical, and dates in lists may be wrong. */
  readonly effect: "not_compared" | "equal" | "near" | "differs" | "kept";
  /** Change of the score. */
  readonly change: number;
  /** The dates, as written in the list. */
  readonly sanctioned: readonly string[];
}

/**
 * Evidence of the birth date, before any name is compared. `same_day`: the list has exactly this day. `against`: it has
 * only other dates. `open`: everything else, also if there is nothing to compare.
 */
export type BirthDateEvidence = "same_day" | "open" | "against";

/** A matching date raises a similar name. */
export const birthDateBonus = 30;
/** A date that differs lowers a similar name below any sensible threshold. */
const birthDateMalus = -150;
/** Lists and documents are often wrong by a year or two; "circa" is wider. */
const toleranceYears = 2;
const circaToleranceYears = 5;

export function weighBirthDate(
  birthDate: string | undefined,
  sanctioned: readonly SanctionedBirthDate[],
  { isSameName }: { readonly isSameName: boolean },
): BirthDateEffect {
  const texts = sanctioned.map(({ text }) => text);
  if (birthDate === undefined || sanctioned.length === 0)
    return { effect: "not_compared", change: 0, sanctioned: texts };
  if (sanctioned.some((date) => isWithin(birthDate, date))) {
    return { effect: "equal", change: birthDateBonus, sanctioned: texts };
  }
  if (sanctioned.some((date) => isNear(birthDate, date)))
    return { effect: "near", change: 0, sanctioned: texts };
  if (isSameName) return { effect: "kept", change: 0, sanctioned: texts };
  return { effect: "differs", change: birthDateMalus, sanctioned: texts };
}

export function birthDateEvidence(
  birthDate: string | undefined,
  sanctioned: readonly SanctionedBirthDate[],
): BirthDateEvidence {
  if (birthDate === undefined || sanctioned.length === 0) return "open";
  if (sanctioned.some(({ from, to }) => from === birthDate && to === birthDate)) return "same_day";
  return sanctioned.some((date) => isWithin(birthDate, date) || isNear(birthDate, date)) ? "open" : "against";
}

/** Dates of this format sort as text. */
function isWithin(date: string, { from, to }: SanctionedBirthDate): boolean {
  return from <= date && date <= to;
}

/** The same year, or one close to it. */
function isNear(date: string, { from, to, isCirca }: SanctionedBirthDate): boolean {
  const tolerance = isCirca ? circaToleranceYears : toleranceYears;
  const year = yearOf(date);
  return year >= yearOf(from) - tolerance && year <= yearOf(to) + tolerance;
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}
