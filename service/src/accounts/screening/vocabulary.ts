import type { Word } from "./normalise-name.ts";
import { bearsMistakes, compareWords, minSimilarity } from "./word-likeness.ts";

/** All words of a list. Finds possible spellings of a word with few comparisons. */
export interface Vocabulary<WordPostings extends { readonly word: Word }> {
  /** Exactly the words that `compareWords` finds similar, except initials. */
  like(word: Word): readonly WordPostings[];
}

export function createVocabulary<WordPostings extends { readonly word: Word }>(
  wordPostingLists: ReadonlyMap<string, WordPostings>,
): Vocabulary<WordPostings> {
  const shelves = arrange([...wordPostingLists.values()].filter(({ word }) => bearsMistakes(word)));
  return {
    like: (word) => {
      if (bearsMistakes(word)) return shelves.flatMap((shelf) => lookAlong(shelf, word));
      const same = wordPostingLists.get(word.text);
      return same === undefined || word.role === "initial" ? [] : [same];
    },
  };
}

/** Words of one length, with a quick filter for each: its letters as a bit mask, and its prefix. */
interface Shelf<WordPostings> {
  readonly length: number;
  readonly letters: Int32Array;
  readonly beginnings: Int32Array;
  readonly wordPostingLists: readonly WordPostings[];
}

function arrange<WordPostings extends { readonly word: Word }>(
  wordPostingLists: readonly WordPostings[],
): readonly Shelf<WordPostings>[] {
  const byLength = new Map<number, WordPostings[]>();
  for (const wordPostings of wordPostingLists) {
    const { length } = wordPostings.word.text;
    const others = byLength.get(length);
    if (others === undefined) byLength.set(length, [wordPostings]);
    else others.push(wordPostings);
  }
  return Array.from(byLength, ([length, shelved]) => ({
    length,
    letters: Int32Array.from(shelved, ({ word }) => lettersOf(word.text)),
    beginnings: Int32Array.from(shelved, ({ word }) => beginningOf(word.text)),
    wordPostingLists: shelved,
  }));
}

/**
 * A letter whose bit the other word lacks has no counterpart there. This limits the number of matching letters and so
 * the similarity; words that cannot reach the minimum are skipped. Two letters may share a bit, which only lets more
 * words pass.
 */
function lookAlong<WordPostings extends { readonly word: Word }>(
  { length, letters, beginnings, wordPostingLists }: Shelf<WordPostings>,
  word: Word,
): WordPostings[] {
  const [own, ownBeginning, ownLength] = [lettersOf(word.text), beginningOf(word.text), word.text.length];
  const needed = neededMatches(ownLength, length);
  const found: WordPostings[] = [];
  for (let at = 0; at < wordPostingLists.length; at += 1) {
    const other = letters[at] ?? 0;
    // Number of leading bytes that are equal.
    const prefix = Math.clz32((beginnings[at] ?? 0) ^ ownBeginning) >>> 3;
    const least = needed[prefix] ?? 0;
    if (ownLength - countBits(own & ~other) < least || length - countBits(other & ~own) < least) continue;
    const wordPostings = wordPostingLists[at];
    if (wordPostings !== undefined && compareWords(word, wordPostings.word) !== undefined)
      found.push(wordPostings);
  }
  return found;
}

// Jaro's formula contains exact thirds, floating point does not.
const tolerance = 1e-9;

/** Minimum number of matching letters for a common prefix of 0 to 4 letters: Jaro-Winkler solved for it. */
function neededMatches(left: number, right: number): readonly number[] {
  return [0, 1, 2, 3, 4].map((prefix) => {
    const jaro = (minSimilarity - 0.1 * prefix) / (1 - 0.1 * prefix);
    return ((3 * jaro - 1) * left * right) / (left + right) - tolerance;
  });
}

const bits = 32;

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) % bits);
  return letters;
}

/** The first four letters, one byte each. */
function beginningOf(word: string): number {
  let beginning = 0;
  for (let at = 0; at < 4; at += 1) beginning = (beginning << 8) | (word.charCodeAt(at) & 0xff);
  return beginning;
}

/** Standard parallel bit count of a 32-bit word. */
function countBits(value: number): number {
  let sum = value - ((value >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
