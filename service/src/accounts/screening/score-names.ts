import { bestAssignment } from "./best-assignment.ts";
import type { BirthDateEvidence } from "./birth-date.ts";
import type { NameKind } from "./name-kind.ts";
import type { NormalisedName, Word } from "./normalise-name.ts";
import type { ScoreWeights, WordComparison } from "./screening.ts";
import { compareWords, type WordLikeness } from "./word-likeness.ts";

/** How near a name is to a listed one, and why. */
export interface NameScore {
  /** 0 to 1000; 0 also where too little agrees for any score. */
  readonly score: number;
  /** The same words, all of them. */
  readonly isSame: boolean;
  readonly comparison: "words" | "joined";
  readonly words: readonly WordComparison[];
  readonly furtherWords: number;
  readonly furtherWordsAreFree: boolean;
  readonly weights: ScoreWeights;
  readonly deduction: number;
}

/**
 * Words that only one of the two names has cost this part of their weight. People leave out middle names, and second
 * family names; a business seldom leaves out what makes it that business.
 */
export const absentShare = {
  person: { word: 0.25, other: 0.25 },
  business: { word: 0.5, other: 0.25 },
} as const;

/** Fewer letters than this in common, in words that are not everybody's, are chance. */
const minTellingLetters = 4;
const minPairsOfPerson = 2;
/** A person who shares only names that very many have is probably another one; a birth date that fits outweighs it. */
const frequentNamesDeduction = 100;

/** So many words that are not everybody's make it likely that further ones were only added. */
export const minTellingPairs = 2;

/** Compares word by word; the listed name says by which rules. */
export function scoreNames(
  subject: NormalisedName,
  listed: NormalisedName,
  listedKind: NameKind,
  evidence: BirthDateEvidence = "open",
): NameScore {
  if (subject.joined === listed.joined && subject.joined !== "") return sameLetters(listed);
  const pairs = pairUp(subject.words, listed.words);
  const left = remaining(subject.words, new Set(pairs.map(({ subject: word }) => word)));
  const over = remaining(listed.words, new Set(pairs.map(({ listed: word }) => word)));
  const isFree = left.length > 0 && listedKind === "person" && hidesListed(pairs, over, evidence);
  const weights = weigh(pairs, isFree ? [] : left, over, listedKind);
  const isWhole = left.length === 0 && over.length === 0;
  const isEnough = isWhole ? pairs.some(isTelling) : agreesEnough(pairs, listedKind);
  const deduction = !isWhole && pairs.every(isOfMany) ? frequentNamesDeduction : 0;
  return {
    score: isEnough ? Math.max(0, scoreOf(weights) - deduction) : 0,
    isSame: isWhole && isEnough && pairs.every(({ likeness }) => likeness.found === "equal"),
    comparison: "words",
    words: explainWords(listed.words, pairs),
    furtherWords: left.length,
    furtherWordsAreFree: isFree,
    weights: rounded(weights),
    deduction,
  };
}

/** The same letters in the same order are the same name, however they are divided into words. */
function sameLetters(listed: NormalisedName): NameScore {
  const total = 2 * weightOf(listed.words);
  return {
    score: 1000,
    isSame: true,
    comparison: "joined",
    words: listed.words.map(({ text }) => ({ listed: text, found: "equal", similarity: 1000, credit: 1000 })),
    furtherWords: 0,
    furtherWordsAreFree: false,
    weights: { credited: total, paired: total, contradicting: 0, absent: 0 },
    deduction: 0,
  };
}

interface Pair {
  readonly subject: Word;
  readonly listed: Word;
  readonly likeness: WordLikeness;
}

/** Gives each word at most one partner, so that as much as possible agrees. */
function pairUp(subject: readonly Word[], listed: readonly Word[]): readonly Pair[] {
  const isTurned = subject.length > listed.length;
  const [rows, columns] = isTurned ? [listed, subject] : [subject, listed];
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
    return [{ subject: isTurned ? partner : row, listed: isTurned ? row : partner, likeness }];
  });
}

function remaining(words: readonly Word[], paired: ReadonlySet<Word>): readonly Word[] {
  return words.filter((word) => !paired.has(word));
}

/**
 * Whether a listed person may be hidden behind further words. Anybody can add some to his name, so they count for
 * nothing where the whole listed name is there to the letter, or where the very birth date says who it is.
 */
function hidesListed(pairs: readonly Pair[], over: readonly Word[], evidence: BirthDateEvidence): boolean {
  const telling = pairs.filter(({ subject, listed }) => subject.role === "word" && listed.role === "word");
  if (telling.length < minTellingPairs || evidence === "against") return false;
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
  for (const { subject, listed, likeness } of pairs) {
    const weight = subject.weight + listed.weight;
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

/** One name in common is not a person, and a word of trade is not a business. */
function agreesEnough(pairs: readonly Pair[], kind: NameKind): boolean {
  if (kind === "business") {
    return pairs.reduce((sum, pair) => sum + tellingLetters(pair), 0) >= minTellingLetters;
  }
  return (
    pairs.some(isTelling) &&
    pairs.filter(({ listed }) => listed.role !== "particle").length >= minPairsOfPerson
  );
}

function tellingLetters({ subject, listed }: Pair): number {
  const isWord = subject.role === "word" && listed.role === "word";
  return isWord ? Math.min(subject.text.length, listed.text.length) : 0;
}

/** An initial says little, and only beside something that says more. */
function isTelling({ subject, listed }: Pair): boolean {
  return subject.role !== "initial" && listed.role !== "initial";
}

function isOfMany({ subject, listed }: Pair): boolean {
  return subject.role !== "word" && listed.role !== "word";
}

function explainWords(listed: readonly Word[], pairs: readonly Pair[]): readonly WordComparison[] {
  const likenessOf = new Map(pairs.map((pair) => [pair.listed, pair.likeness]));
  return listed.map((word) => {
    const likeness = likenessOf.get(word);
    if (likeness === undefined) return { listed: word.text, found: "missing", similarity: 0, credit: 0 };
    return { listed: word.text, ...likeness };
  });
}

/** Two decimals are enough to follow the sum. */
function rounded(weights: ScoreWeights): ScoreWeights {
  const round = (value: number): number => Math.round(value * 100) / 100;
  return {
    credited: round(weights.credited),
    paired: round(weights.paired),
    contradicting: round(weights.contradicting),
    absent: round(weights.absent),
  };
}
