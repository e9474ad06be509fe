import { bestAssignment } from "./best-assignment.ts";
import type { BirthDateEvidence } from "./birth-date.ts";
import { compareLetters, editPrice, type LettersLikeness } from "./compare-letters.ts";
import type { NameKind } from "./name-kind.ts";
import type { NormalisedName, Word } from "./normalise-name.ts";
import type { ScoreWeights, WordComparison } from "./screening.ts";
import { compareWords, type WordLikeness } from "./word-likeness.ts";

/** Similarity of a name to a name on the list, with explanation. */
export interface NameScore {
  /** 0 to 1000; 0 also if too little matches for a score. */
  readonly score: number;
  /** All words are equal. */
  readonly isSame: boolean;
  readonly comparison: "words" | "joined" | "letters";
  /** Of the letters. */
  readonly edits?: number;
  readonly words: readonly WordComparison[];
  readonly furtherWords: number;
  readonly furtherWordsAreFree: boolean;
  readonly weights: ScoreWeights;
  readonly deduction: number;
}

/**
 * Words that only one of the names has cost this share of their weight. Individuals omit middle names and second family
 * names; a business rarely omits its distinguishing words.
 */
export const absentShare = {
  individual: { word: 0.25, other: 0.25 },
  business: { word: 0.5, other: 0.25 },
} as const;

/** Fewer common letters than this, in words that are not frequent, are coincidence. */
const minDistinctiveLetters = 4;
const minPairsOfIndividual = 2;
/** An individual who shares only frequent names is probably someone else; a matching birth date outweighs this. */
const frequentNamesDeduction = 100;

/** With this many matching words that are not frequent, extra words were probably added on purpose. */
export const minDistinctivePairs = 2;

/** Compares word by word, with the rules for the kind of the list entry, and by the letters of the whole name. */
export function scoreNames(
  subject: NormalisedName,
  sanctioned: NormalisedName,
  sanctionedKind: NameKind,
  evidence: BirthDateEvidence = "open",
): NameScore {
  if (subject.joined === sanctioned.joined && subject.joined !== "") return sameLetters(sanctioned);
  const byWords = scoreWords(subject, sanctioned, sanctionedKind, evidence);
  if (byWords.score === 1000) return byWords;
  const byLetters = compareLetters(subject, sanctioned);
  if (byLetters?.edits === 0) return sameLetters(sanctioned);
  const score = byLetters === undefined ? 0 : scoreLetters(byLetters);
  if (byLetters === undefined || score <= byWords.score) return byWords;
  const { edits, letters } = byLetters;
  const weights = { credited: letters - edits * editPrice, paired: letters, contradicting: 0, absent: 0 };
  return {
    ...byWords,
    score,
    isSame: false,
    comparison: "letters",
    edits,
    weights: rounded(weights),
    deduction: 0,
  };
}

/** 0 to 1000. */
export function scoreLetters({ edits, letters }: LettersLikeness): number {
  return Math.max(0, Math.round(1000 * (1 - (edits * editPrice) / Math.max(1, letters))));
}

function scoreWords(
  subject: NormalisedName,
  sanctioned: NormalisedName,
  sanctionedKind: NameKind,
  evidence: BirthDateEvidence,
): NameScore {
  const pairs = pairUp(subject.words, sanctioned.words);
  const left = remaining(subject.words, new Set(pairs.map(({ subject: word }) => word)));
  const over = remaining(sanctioned.words, new Set(pairs.map(({ sanctioned: word }) => word)));
  const isFree = left.length > 0 && sanctionedKind === "individual" && hidesSanctioned(pairs, over, evidence);
  const weights = weigh(pairs, isFree ? [] : left, over, sanctionedKind);
  const isWhole = left.length === 0 && over.length === 0;
  const isEnough = isWhole ? pairs.some(isDistinctive) : agreesEnough(pairs, sanctionedKind);
  const deduction = !isWhole && pairs.every(isOfMany) ? frequentNamesDeduction : 0;
  return {
    score: isEnough ? Math.max(0, scoreOf(weights) - deduction) : 0,
    isSame: isWhole && isEnough && pairs.every(({ likeness }) => likeness.found === "equal"),
    comparison: "words",
    words: explainWords(sanctioned.words, pairs),
    furtherWords: left.length,
    furtherWordsAreFree: isFree,
    weights: rounded(weights),
    deduction,
  };
}

/** The same letters in the same order are the same name, whatever the word boundaries. */
function sameLetters(sanctioned: NormalisedName): NameScore {
  const total = 2 * weightOf(sanctioned.words);
  return {
    score: 1000,
    isSame: true,
    comparison: "joined",
    words: sanctioned.words.map(({ text }) => ({
      sanctioned: text,
      found: "equal",
      similarity: 1000,
      credit: 1000,
    })),
    furtherWords: 0,
    furtherWordsAreFree: false,
    weights: { credited: total, paired: total, contradicting: 0, absent: 0 },
    deduction: 0,
  };
}

interface Pair {
  readonly subject: Word;
  readonly sanctioned: Word;
  readonly likeness: WordLikeness;
}

/** Pairs each word at most once, with the maximum total similarity. */
function pairUp(subject: readonly Word[], sanctioned: readonly Word[]): readonly Pair[] {
  const isTurned = subject.length > sanctioned.length;
  const [rows, columns] = isTurned ? [sanctioned, subject] : [subject, sanctioned];
  const likenesses = rows.map((row) => columns.map((column) => compareWords(row, column)));
  const gains = likenesses.map((row, at) =>
    row.map((likeness, other) =>
      likeness === undefined
        ? 0
        : likeness.credit * ((rows[at]?.weight ?? 0) + (columns[other]?.weight ?? 0)),
    ),
  );
  if (gains.every((row) => row.every((gain) => gain === 0))) return [];
  return bestAssignment(gains).flatMap((column, at) => {
    const [row, partner, likeness] = [rows[at], columns[column], likenesses[at]?.[column]];
    if (row === undefined || partner === undefined || likeness === undefined) return [];
    return [{ subject: isTurned ? partner : row, sanctioned: isTurned ? row : partner, likeness }];
  });
}

function remaining(words: readonly Word[], paired: ReadonlySet<Word>): readonly Word[] {
  return words.filter((word) => !paired.has(word));
}

/**
 * Whether extra words may hide a sanctioned individual. Extra words are easy to add, so they count for nothing if the
 * whole name of the list entry is present exactly, or if the exact birth date matches.
 */
function hidesSanctioned(
  pairs: readonly Pair[],
  over: readonly Word[],
  evidence: BirthDateEvidence,
): boolean {
  const distinctive = pairs.filter(
    ({ subject, sanctioned }) => subject.role === "word" && sanctioned.role === "word",
  );
  if (distinctive.length < minDistinctivePairs || evidence === "against") return false;
  if (evidence === "same_day") return true;
  return over.length === 0 && pairs.every(({ likeness }) => likeness.found === "equal");
}

function weigh(
  pairs: readonly Pair[],
  left: readonly Word[],
  over: readonly Word[],
  kind: NameKind,
): ScoreWeights {
  let credited = 0;
  let paired = 0;
  for (const { subject, sanctioned, likeness } of pairs) {
    const weight = subject.weight + sanctioned.weight;
    paired += weight;
    credited += (weight * likeness.credit) / 1000;
  }
  const [fewer, more] = weightOf(left) < weightOf(over) ? [left, over] : [over, left];
  const contradicting = 2 * weightOf(fewer);
  const unopposed = 1 - weightOf(fewer) / Math.max(1, weightOf(more));
  const absent = unopposed * more.reduce((sum, word) => sum + word.weight * shareOf(word, kind), 0);
  return { credited, paired, contradicting, absent };
}

function shareOf(word: Word, kind: NameKind): number {
  return word.role === "word" ? absentShare[kind].word : absentShare[kind].other;
}

function weightOf(words: readonly Word[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

function scoreOf({ credited, paired, contradicting, absent }: ScoreWeights): number {
  return Math.round((1000 * credited) / (paired + contradicting + absent));
}

/** One common name does not identify an individual, and a trade word does not identify a business. */
function agreesEnough(pairs: readonly Pair[], kind: NameKind): boolean {
  if (kind === "business") {
    return pairs.reduce((sum, pair) => sum + distinctiveLetters(pair), 0) >= minDistinctiveLetters;
  }
  return (
    pairs.some(isDistinctive) &&
    pairs.filter(({ sanctioned }) => sanctioned.role !== "particle").length >= minPairsOfIndividual
  );
}

function distinctiveLetters({ subject, sanctioned }: Pair): number {
  const isWord = subject.role === "word" && sanctioned.role === "word";
  return isWord ? Math.min(subject.text.length, sanctioned.text.length) : 0;
}

/** An initial proves little, and only together with a stronger match. */
function isDistinctive({ subject, sanctioned }: Pair): boolean {
  return subject.role !== "initial" && sanctioned.role !== "initial";
}

function isOfMany({ subject, sanctioned }: Pair): boolean {
  return subject.role !== "word" && sanctioned.role !== "word";
}

function explainWords(sanctioned: readonly Word[], pairs: readonly Pair[]): readonly WordComparison[] {
  const likenessOf = new Map(pairs.map((pair) => [pair.sanctioned, pair.likeness]));
  return sanctioned.map((word) => {
    const likeness = likenessOf.get(word);
    if (likeness === undefined) return { sanctioned: word.text, found: "missing", similarity: 0, credit: 0 };
    return { sanctioned: word.text, ...likeness };
  });
}

/** Two decimals are enough to verify the sum. */
function rounded(weights: ScoreWeights): ScoreWeights {
  const round = (value: number): number => Math.round(value * 100) / 100;
  return {
    credited: round(weights.credited),
    paired: round(weights.paired),
    contradicting: round(weights.contradicting),
    absent: round(weights.absent),
  };
}
