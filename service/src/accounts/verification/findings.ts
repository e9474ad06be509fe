import type { BirthDateEffect } from "../screening/birth-date.ts";
import type { Hit, ScreeningResult } from "../screening/screening.ts";

/** One thing that a screening found and a person must look at, named so that it is known again. */
export interface Finding {
  readonly label: string;
  readonly entry: FoundEntry | undefined;
  readonly furtherHits: number;
  readonly unreadableNames: number;
}

/** An entry of the list, and what of it agrees: a name, and perhaps a birth date. */
export interface FoundEntry {
  readonly uid: string;
  readonly listedName: string;
  /** Undefined where no birth date is part of the comparison. */
  readonly birthDate: BirthDateEffect["effect"] | undefined;
}

/**
 * Whether there is something that was never found before on this account. What a person has decided on once is not
 * raised again by every new version of the list. Another entry, another subject or another doubt is; and so is the same
 * entry with a name or a birth date that nobody has looked at.
 */
export function hasNewFinding(results: readonly ScreeningResult[], known: readonly Finding[]): boolean {
  const names = new Set(known.flatMap(namesOf));
  return results
    .flatMap(findingsOf)
    .flatMap(namesOf)
    .some((name) => !names.has(name));
}

function findingsOf({ label, outcome, hits, ...counts }: ScreeningResult): readonly Finding[] {
  if (outcome === "clear") return [];
  const { furtherHits, unreadableNames } = counts;
  const entries = hits.length === 0 ? [undefined] : hits.map(entryOf);
  return entries.map((entry) => ({ label, entry, furtherHits, unreadableNames }));
}

function entryOf({ uid, listedName, explanation }: Hit): FoundEntry {
  const birthDate = explanation.basis === "name" ? explanation.birthDate.effect : undefined;
  return { uid, listedName, birthDate };
}

/** A count that differs is a doubt of its own, because nobody knows which ones are behind it. */
function namesOf({ label, entry, furtherHits, unreadableNames }: Finding): readonly string[] {
  return [
    ...(entry === undefined
      ? []
      : [`${label} entry ${JSON.stringify([entry.uid, entry.listedName, entry.birthDate ?? null])}`]),
    ...(furtherHits === 0 ? [] : [`${label} further ${furtherHits}`]),
    ...(unreadableNames === 0 ? [] : [`${label} unreadable ${unreadableNames}`]),
  ];
}
