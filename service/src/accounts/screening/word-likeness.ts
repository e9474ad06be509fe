import { jaroWinkler } from "./jaro-winkler.ts";
import type { Word } from "./normalise-name.ts";

/** Result of comparing two paired words. */
export interface WordLikeness {
  readonly found: "equal" | "similar" | "initial";
  /** Jaro-Winkler, 0 to 1000. */
  readonly similarity: number;
  /** Credit, 0 to 1000. */
  readonly credit: number;
}

/** Words below this similarity are different words. */
export const minSimilarity = 0.85;
/** With short words, one letter makes another name: Kim and Kin, Lee and Leo. One of the two must be longer. */
const maxShortLength = 3;
const minSimilarityOfShort = 0.9;
/** An initial matches one name in about twenty; it supports a match, but is not one. */
const initialCredit = 800;

const equal: WordLikeness = { found: "equal", similarity: 1000, credit: 1000 };
const initial: WordLikeness = { found: "initial", similarity: initialCredit, credit: initialCredit };

/** Undefined if they are different words. */
export function compareWords(left: Word, right: Word): WordLikeness | undefined {
  if (left.text === right.text) return equal;
  if (left.role === "initial" || right.role === "initial") {
    return left.text[0] === right.text[0] && mayHaveInitial(left, right) ? initial : undefined;
  }
  return bearsMistakes(left) && bearsMistakes(right) ? similar(left, right) : undefined;
}

/** Whether a word tolerates typos: not numbers, particles or words of two letters. */
export function bearsMistakes({ role, text }: Word): boolean {
  return (role === "word" || role === "frequent") && text.length >= maxShortLength;
}

function mayHaveInitial(left: Word, right: Word): boolean {
  const { role } = left.role === "initial" ? right : left;
  return role === "word" || role === "frequent";
}

function similar(left: Word, right: Word): WordLikeness | undefined {
  const isShort = Math.min(left.text.length, right.text.length) <= maxShortLength;
  if (Math.max(left.text.length, right.text.length) <= maxShortLength) return undefined;
  const similarity = jaroWinkler(left.text, right.text);
  if (similarity < (isShort ? minSimilarityOfShort : minSimilarity)) return undefined;
  return {
    found: "similar",
    similarity: Math.round(similarity * 1000),
    credit: Math.round(similarity * similarity * 1000),
  };
}
