import { birthDateBonus, birthDateEvidence, weighBirthDate } from "./birth-date.ts";
import { type NormalisedName, normaliseName } from "./normalise-name.ts";
import type { ListedCandidate, PreparedList } from "./prepared-list.ts";
import { scoreNames } from "./score-names.ts";
import type { Hit, ScreeningResult, Subject, SubjectKind } from "./screening.ts";

/** More than anybody can look at; the rest is counted. */
const maxHits = 25;

/** Nobody is called so. What a name can cost is bounded, because whoever opens an account chooses it. */
const maxWordsOfPerson = 10;
const maxInitialsOfPerson = 3;
/** A name is compared with so many listed ones, the nearest first. One that is near more of them is for a person. */
export const maxCandidates = 500;

/** Compares every name of the subject with the list. Pure: the same list and subject always give the same result. */
export function screenSubject(subject: Subject, list: PreparedList, threshold: number): ScreeningResult {
  const best = new Map<string, Hit>();
  let unreadableNames = subject.names.length === 0 ? 1 : 0;
  for (const [nameIndex, text] of subject.names.entries()) {
    const name = normaliseName(text, subject.kind);
    const isComparable = !isTooLong(name, subject.kind);
    // A birth date can lift a name over the threshold, so those just below it are looked at as well.
    const near = isComparable ? list.candidates(name, subject.kind, threshold - birthDateBonus) : [];
    if (!isComparable || !name.isReadable || near.length > maxCandidates) unreadableNames += 1;
    for (const candidate of near.slice(0, maxCandidates)) {
      const hit = judge({ subject, nameIndex, name, candidate });
      if (hit !== undefined && hit.score >= threshold && hit.score > (best.get(hit.uid)?.score ?? -1)) {
        best.set(hit.uid, hit);
      }
    }
  }
  return resultOf(subject.label, [...best.values()], { list, threshold, unreadableNames });
}

export function resultOf(
  label: string,
  hits: readonly Hit[],
  found: { readonly list: PreparedList; readonly threshold: number; readonly unreadableNames: number },
): ScreeningResult {
  const { list, threshold, unreadableNames } = found;
  return {
    label,
    outcome: hits.length > 0 || unreadableNames > 0 ? "hit" : "clear",
    list: list.version,
    threshold,
    hits: hits.toSorted(bestFirst).slice(0, maxHits),
    furtherHits: Math.max(0, hits.length - maxHits),
    unreadableNames,
  };
}

function isTooLong({ words }: NormalisedName, kind: SubjectKind): boolean {
  if (kind === "business") return false;
  const initials = words.filter(({ role }) => role === "initial").length;
  return words.length > maxWordsOfPerson || initials > maxInitialsOfPerson;
}

interface Comparison {
  readonly subject: Subject;
  readonly nameIndex: number;
  readonly name: NormalisedName;
  readonly candidate: ListedCandidate;
}

/** Undefined where a weak alias is not the very same name: it is shared by many, and the list says so. */
function judge({ subject, nameIndex, name, candidate }: Comparison): Hit | undefined {
  const { entry, listed, kind } = candidate;
  const bornOn = subject.kind === "person" ? subject.birthDate : undefined;
  const listedDates = kind === "person" ? entry.birthDates : [];
  const score = scoreNames(name, candidate.name, kind, birthDateEvidence(bornOn, listedDates));
  if (score.score === 0 || (listed.type === "weak_aka" && !score.isSame)) return undefined;
  const birthDate = weighBirthDate(bornOn, listedDates, { isSameName: score.isSame });
  const { isSame: _, score: nameScore, ...steps } = score;
  return {
    uid: entry.uid,
    listedName: listed.text,
    nameType: listed.type,
    program: entry.program,
    entryType: entry.type,
    score: Math.max(0, Math.min(1000, nameScore + birthDate.change)),
    explanation: { basis: "name", nameIndex, ...steps, nameScore, birthDate },
  };
}

function bestFirst(left: Hit, right: Hit): number {
  return right.score - left.score || (left.uid < right.uid ? -1 : 1);
}
