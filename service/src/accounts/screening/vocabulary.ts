import { countBits } from "./count-bits.ts";
import { variantsOf } from "./name-variants.ts";
import type { Word } from "./normalise-name.ts";
import { bearsMistakes, compareWords, minSimilarity } from "./word-likeness.ts";

/** All words of a list. Finds possible spellings of a word with few comparisons. */
export interface Vocabulary<WordPostings extends { readonly word: Word }> {
  /** Exactly the words that `compareWords` finds similar, except initials. */
  like(word: Word): readonly WordPostings[];
}

export function createVocabulary<WordPostings extends { readonly word: Word }>(
  wordPostingLists: Iterable<WordPostings>,
): Vocabulary<WordPostings> {
  const all = [...wordPostingLists];
  const shelves = arrange(all.filter(({ word }) => bearsMistakes(word)));
  const bySpelling = groupBy(all, ({ text, given }) => (text === given ? [text] : [text, given]));
  const byFolded = groupBy(all, ({ folded }) => [folded]);
  const byFamily = groupBy(all, ({ family }) => (family === undefined ? [] : [family]));
  const lookUp = (word: Word): Iterable<WordPostings> => {
    const spellings = word.text === word.given ? [word.text] : [word.text, word.given];
    const variants = spellings.flatMap((spelling) => [spelling, ...variantsOf(spelling)]);
    return [
      ...variants.flatMap((spelling) => bySpelling.get(spelling) ?? []),
      ...(byFolded.get(word.folded) ?? []),
      ...(byFamily.get(word.family ?? "") ?? []),
    ];
  };
  return {
    like: (word) => {
      if (word.role === "initial") return [];
      const found = new Set<WordPostings>();
      for (const known of lookUp(word)) if (compareWords(word, known.word) !== undefined) found.add(known);
      if (bearsMistakes(word)) {
        for (const shelf of shelves) {
          lookAlong(shelf, word, word.text, found);
          if (word.given !== word.text) lookAlong(shelf, word, word.given, found);
        }
      }
      return [...found].filter((postings) => postings.word.role !== "initial");
    },
  };
}

function groupBy<WordPostings extends { readonly word: Word }>(
  wordPostingLists: readonly WordPostings[],
  keysOf: (word: Word) => readonly string[],
): ReadonlyMap<string, readonly WordPostings[]> {
  const groups = new Map<string, WordPostings[]>();
  for (const wordPostings of wordPostingLists) {
    for (const key of keysOf(wordPostings.word)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [wordPostings]);
      else group.push(wordPostings);
    }
  }
  return groups;
}

/** Spellings of one length, with a quick filter for each: its letters as a bit mask, and its prefix. */
interface Shelf<WordPostings> {
  readonly length: number;
  readonly letters: Int32Array;
  readonly beginnings: Int32Array;
  readonly wordPostingLists: readonly WordPostings[];
}

function arrange<WordPostings extends { readonly word: Word }>(
  wordPostingLists: readonly WordPostings[],
): readonly Shelf<WordPostings>[] {
  const byLength = new Map<number, { readonly text: string; readonly wordPostings: WordPostings }[]>();
  for (const wordPostings of wordPostingLists) {
    const { text, given } = wordPostings.word;
    for (const spelling of new Set([text, given])) {
      const others = byLength.get(spelling.length) ?? [];
      others.push({ text: spelling, wordPostings });
      byLength.set(spelling.length, others);
    }
  }
  return Array.from(byLength, ([length, shelved]) => ({
    length,
    letters: Int32Array.from(shelved, ({ text }) => lettersOf(text)),
    beginnings: Int32Array.from(shelved, ({ text }) => beginningOf(text)),
    wordPostingLists: shelved.map(({ wordPostings }) => wordPostings),
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
  spelling: string,
  found: Set<WordPostings>,
): void {
  const [own, ownBeginning, ownLength] = [lettersOf(spelling), beginningOf(spelling), spelling.length];
  const needed = neededMatches(ownLength, length);
  // Lengths that are too far apart, even with the longest common prefix.
  if ((needed.at(-1) ?? 0) > Math.min(ownLength, length)) return;
  for (let at = 0; at < wordPostingLists.length; at += 1) {
    const other = letters[at] ?? 0;
    // Number of leading bytes that are equal.
    const prefix = Math.clz32((beginnings[at] ?? 0) ^ ownBeginning) >>> 3;
    const least = needed[prefix] ?? 0;
    if (ownLength - countBits(own & ~other) < least || length - countBits(other & ~own) < least) continue;
    const wordPostings = wordPostingLists[at];
    if (wordPostings === undefined || found.has(wordPostings)) continue;
    if (compareWords(word, wordPostings.word) !== undefined) found.add(wordPostings);
  }
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
