import type { BirthDateEffect } from "../screening/birth-date.ts";
import type { Hit, ScreeningResult } from "../screening/screening.ts";

/** A screening finding for a reviewer, with what identifies it across list versions. */
export interface Finding {
  readonly label: string;
  readonly entry: FoundEntry | undefined;
  readonly furtherHits: number;
  readonly unreadableNames: number;
}

/** A sanctions list entry and what matched: a name, and possibly a birth date. */
export interface FoundEntry {
  readonly uid: string;
  readonly sanctionedName: string;
  /** Undefined if no birth date was compared. */
  readonly birthDate: BirthDateEffect["effect"] | undefined;
}

/**
 * Whether there is a finding that is new for this account. A finding that a reviewer has decided on is not raised again
 * by each new version of the list. Another entry, subject or unreadable name is; so is the same entry with a name or
 * birth date that no reviewer has seen.
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

function entryOf({ uid, sanctionedName, explanation }: Hit): FoundEntry {
  const birthDate = explanation.basis === "name" ? explanation.birthDate.effect : undefined;
  return { uid, sanctionedName, birthDate };
}

/** A different count is a separate finding, because it is unknown which entries it covers. */
function namesOf({ label, entry, furtherHits, unreadableNames }: Finding): readonly string[] {
  return [
    ...(entry === undefined
      ? []
      : [`${label} entry ${JSON.stringify([entry.uid, entry.sanctionedName, entry.birthDate ?? null])}`]),
    ...(furtherHits === 0 ? [] : [`${label} further ${furtherHits}`]),
    ...(unreadableNames === 0 ? [] : [`${label} unreadable ${unreadableNames}`]),
  ];
}
