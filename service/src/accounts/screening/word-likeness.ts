import { jaroWinkler } from "./jaro-winkler.ts";
import { areVariants } from "./name-variants.ts";
import type { Word } from "./normalise-name.ts";

/** Result of comparing two paired words. */
export interface WordLikeness {
  readonly found: "equal" | "similar" | "variant" | "initial";
  /** Jaro-Winkler, 0 to 1000; of a variant, a fixed value. */
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
/** A pet name belongs to several names, and a transliteration to several spellings. */
const variantCredit = 920;

const equal: WordLikeness = { found: "equal", similarity: 1000, credit: 1000 };
const initial: WordLikeness = { found: "initial", similarity: initialCredit, credit: initialCredit };
const variant: WordLikeness = { found: "variant", similarity: variantCredit, credit: variantCredit };

/** Undefined if they are different words. */
export function compareWords(left: Word, right: Word): WordLikeness | undefined {
  if (left.text === right.text) return equal;
  if (left.role === "initial" || right.role === "initial") {
    return left.text[0] === right.text[0] && mayHaveInitial(left, right) ? initial : undefined;
  }
  if (!mayVary(left) || !mayVary(right)) return undefined;
  const likeness = bearsMistakes(left) && bearsMistakes(right) ? mostSimilar(left, right) : undefined;
  return isVariant(left, right) && (likeness?.credit ?? 0) < variantCredit ? variant : likeness;
}

/** Whether a word tolerates typos: not numbers, particles or words of two letters. */
export function bearsMistakes(word: Word): boolean {
  return mayVary(word) && word.text.length >= maxShortLength;
}

function mayVary({ role }: Word): boolean {
  return role === "word" || role === "frequent";
}

function mayHaveInitial(left: Word, right: Word): boolean {
  return mayVary(left.role === "initial" ? right : left);
}

function isVariant(left: Word, right: Word): boolean {
  const isSameSpelling = left.folded === right.folded && left.folded.length > maxShortLength;
  const isSameFamily = left.family !== undefined && left.family === right.family;
  return (
    isSameSpelling ||
    isSameFamily ||
    areVariants(left.text, right.text) ||
    areVariants(left.given, right.given)
  );
}

/** By the canonical spellings or by the given ones, whichever are closer. */
function mostSimilar(left: Word, right: Word): WordLikeness | undefined {
  const canonical = similar(left.text, right.text);
  if (left.text === left.given && right.text === right.given) return canonical;
  const given = similar(left.given, right.given);
  return (given?.credit ?? 0) > (canonical?.credit ?? 0) ? given : canonical;
}

function similar(left: string, right: string): WordLikeness | undefined {
  const isShort = Math.min(left.length, right.length) <= maxShortLength;
  if (Math.max(left.length, right.length) <= maxShortLength) return undefined;
  const similarity = jaroWinkler(left, right);
  if (similarity < (isShort ? minSimilarityOfShort : minSimilarity)) return undefined;
  return {
    found: "similar",
    similarity: Math.round(similarity * 1000),
    credit: Math.round(similarity * similarity * 1000),
  };
}
