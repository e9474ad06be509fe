import { birthDateBonus, birthDateEvidence, weighBirthDate } from "./birth-date.ts";
import { type NormalisedName, normaliseName } from "./normalise-name.ts";
import type { PreparedList, SanctionedCandidate } from "./prepared-list.ts";
import { scoreNames } from "./score-names.ts";
import {
  type Hit,
  type ScreeningResult,
  type Subject,
  type SubjectKind,
  screeningAlgorithm,
} from "./screening.ts";

/** More than a reviewer can check; further hits are only counted. */
const maxHits = 25;

/** Not real names. The cost per name is bounded, because the client chooses the name. */
const maxWordsOfIndividual = 10;
const maxInitialsOfIndividual = 3;
/** Maximum number of comparisons per name, nearest first. A name with more candidates goes to manual review. */
export const maxCandidates = 500;

/** Compares every name of the subject with the list. Pure: the same list and subject always give the same result. */
export function screenSubject(subject: Subject, list: PreparedList, threshold: number): ScreeningResult {
  const best = new Map<string, Hit>();
  let unreadableNames = subject.names.length === 0 ? 1 : 0;
  for (const [nameIndex, text] of subject.names.entries()) {
    const name = normaliseName(text, subject.kind);
    const isComparable = !isTooLong(name, subject.kind);
    // A birth date can raise a name above the threshold, so candidates just below it are included.
    const near = isComparable ? list.candidates(name, subject.kind, threshold - birthDateBonus) : [];
    if (!isComparable || !name.isReadable || near.length > maxCandidates) unreadableNames += 1;
    for (const candidate of near.slice(0, maxCandidates)) {
      const hit = evaluate({ subject, nameIndex, name, candidate });
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
    algorithm: screeningAlgorithm,
    threshold,
    hits: hits.toSorted(bestFirst).slice(0, maxHits),
    furtherHits: Math.max(0, hits.length - maxHits),
    unreadableNames,
  };
}

function isTooLong({ words }: NormalisedName, kind: SubjectKind): boolean {
  if (kind === "business") return false;
  const initials = words.filter(({ role }) => role === "initial").length;
  return words.length > maxWordsOfIndividual || initials > maxInitialsOfIndividual;
}

interface Comparison {
  readonly subject: Subject;
  readonly nameIndex: number;
  readonly name: NormalisedName;
  readonly candidate: SanctionedCandidate;
}

/** Undefined if a weak alias is not identical: weak aliases are shared by many, as the list states. */
function evaluate({ subject, nameIndex, name, candidate }: Comparison): Hit | undefined {
  const { entry, sanctioned, kind } = candidate;
  const bornOn = subject.kind === "individual" ? subject.birthDate : undefined;
  const sanctionedDates = kind === "individual" ? entry.birthDates : [];
  const score = scoreNames(name, candidate.name, kind, birthDateEvidence(bornOn, sanctionedDates));
  if (score.score === 0 || (sanctioned.type === "weak_aka" && !score.isSame)) return undefined;
  const birthDate = weighBirthDate(bornOn, sanctionedDates, { isSameName: score.isSame });
  const { isSame: _, score: nameScore, ...steps } = score;
  return {
    uid: entry.uid,
    sanctionedName: sanctioned.text,
    nameType: sanctioned.type,
    program: entry.program,
    entryType: entry.type,
    score: Math.max(0, Math.min(1000, nameScore + birthDate.change)),
    explanation: { basis: "name", nameIndex, ...steps, nameScore, birthDate },
  };
}

function bestFirst(left: Hit, right: Hit): number {
  return right.score - left.score || (left.uid < right.uid ? -1 : 1);
}
