/** A listed birth date, as exactly as the list knows it: a day, a month, a year, or a span of them. */
export interface ListedBirthDate {
  /** The list's own words. */
  readonly text: string;
  /** The first and the last day that it may be, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** The list is not sure itself. */
  readonly isCirca: boolean;
}

/** What the birth date does to the score of a name. */
export interface BirthDateEffect {
  /** `kept`: it differs, but the name is the very same, and a list may err in a date. */
  readonly effect: "not_compared" | "equal" | "near" | "differs" | "kept";
  /** How much it moved the score. */
  readonly change: number;
  /** What the list says, in its own words. */
  readonly listed: readonly string[];
}

/**
 * What the birth date says before any name is compared. `same_day`: the list names this very day. `against`: it names
 * other dates only. `open`: everything else, also when there is nothing to compare.
 */
export type BirthDateEvidence = "same_day" | "open" | "against";

/** A date that fits lifts a name that nearly fits. */
export const birthDateBonus = 30;
/** A date that does not fit takes a name that only nearly fits below any sensible threshold. */
const birthDateMalus = -150;
/** Lists and papers are often wrong by a year or two, and "circa" says so. */
const toleranceYears = 2;
const circaToleranceYears = 5;

export function weighBirthDate(
  birthDate: string | undefined,
  listed: readonly ListedBirthDate[],
  { isSameName }: { readonly isSameName: boolean },
): BirthDateEffect {
  const texts = listed.map(({ text }) => text);
  if (birthDate === undefined || listed.length === 0)
    return { effect: "not_compared", change: 0, listed: texts };
  if (listed.some((date) => isWithin(birthDate, date))) {
    return { effect: "equal", change: birthDateBonus, listed: texts };
  }
  if (listed.some((date) => isNear(birthDate, date))) return { effect: "near", change: 0, listed: texts };
  if (isSameName) return { effect: "kept", change: 0, listed: texts };
  return { effect: "differs", change: birthDateMalus, listed: texts };
}

export function birthDateEvidence(
  birthDate: string | undefined,
  listed: readonly ListedBirthDate[],
): BirthDateEvidence {
  if (birthDate === undefined || listed.length === 0) return "open";
  if (listed.some(({ from, to }) => from === birthDate && to === birthDate)) return "same_day";
  return listed.some((date) => isWithin(birthDate, date) || isNear(birthDate, date)) ? "open" : "against";
}

/** Dates of this form sort as text. */
function isWithin(date: string, { from, to }: ListedBirthDate): boolean {
  return from <= date && date <= to;
}

/** The right year, or one not far from it. */
function isNear(date: string, { from, to, isCirca }: ListedBirthDate): boolean {
  const tolerance = isCirca ? circaToleranceYears : toleranceYears;
  const year = yearOf(date);
  return year >= yearOf(from) - tolerance && year <= yearOf(to) + tolerance;
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}
