import type { ScreeningResult } from "../screening/screening.ts";

/** One thing that a screening found and a person must look at, named so that it is known again. */
export interface Finding {
  readonly label: string;
  readonly uid: string | undefined;
  readonly furtherHits: number;
  readonly unreadableNames: number;
}

/**
 * Whether there is something that was never found before on this account. What a person has decided on once is not
 * raised again by every new version of the list; another entry, another subject or another doubt is.
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
  const uids = hits.length === 0 ? [undefined] : hits.map(({ uid }) => uid);
  return uids.map((uid) => ({ label, uid, furtherHits, unreadableNames }));
}

/** A count that differs is a doubt of its own, because nobody knows which ones are behind it. */
function namesOf({ label, uid, furtherHits, unreadableNames }: Finding): readonly string[] {
  return [
    ...(uid === undefined ? [] : [`${label} entry ${uid}`]),
    ...(furtherHits === 0 ? [] : [`${label} further ${furtherHits}`]),
    ...(unreadableNames === 0 ? [] : [`${label} unreadable ${unreadableNames}`]),
  ];
}
