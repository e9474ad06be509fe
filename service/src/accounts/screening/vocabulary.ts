import type { Word } from "./normalise-name.ts";
import { bearsMistakes, compareWords, minSimilarity } from "./word-likeness.ts";

/** All words of a list. Finds those that a word may be a spelling of, and compares it with few others. */
export interface Vocabulary<Listing extends { readonly word: Word }> {
  /** Exactly the listings whose words `compareWords` finds alike, initials aside. */
  like(word: Word): readonly Listing[];
}

export function createVocabulary<Listing extends { readonly word: Word }>(
  listings: ReadonlyMap<string, Listing>,
): Vocabulary<Listing> {
  const shelves = arrange([...listings.values()].filter(({ word }) => bearsMistakes(word)));
  return {
    like: (word) => {
      if (bearsMistakes(word)) return shelves.flatMap((shelf) => lookAlong(shelf, word));
      const same = listings.get(word.text);
      return same === undefined || word.role === "initial" ? [] : [same];
    },
  };
}

/** Words of one length, and what can be seen of each at a glance: its letters, one bit each, and its beginning. */
interface Shelf<Listing> {
  readonly length: number;
  readonly letters: Int32Array;
  readonly beginnings: Int32Array;
  readonly listings: readonly Listing[];
}

function arrange<Listing extends { readonly word: Word }>(
  listings: readonly Listing[],
): readonly Shelf<Listing>[] {
  const byLength = new Map<number, Listing[]>();
  for (const listing of listings) {
    const { length } = listing.word.text;
    const others = byLength.get(length);
    if (others === undefined) byLength.set(length, [listing]);
    else others.push(listing);
  }
  return Array.from(byLength, ([length, shelved]) => ({
    length,
    letters: Int32Array.from(shelved, ({ word }) => lettersOf(word.text)),
    beginnings: Int32Array.from(shelved, ({ word }) => beginningOf(word.text)),
    listings: shelved,
  }));
}

/**
 * A letter whose bit the other word lacks has no partner there. So the number of partners has a limit, and with it
 * the similarity; what cannot reach the least similarity is passed by. Two letters may share a bit, which only lets
 * more words through.
 */
function lookAlong<Listing extends { readonly word: Word }>(
  { length, letters, beginnings, listings }: Shelf<Listing>,
  word: Word,
): Listing[] {
  const [own, ownBeginning, ownLength] = [lettersOf(word.text), beginningOf(word.text), word.text.length];
  const needed = neededMatches(ownLength, length);
  const found: Listing[] = [];
  for (let at = 0; at < listings.length; at += 1) {
    const other = letters[at] ?? 0;
    // Bytes that agree before the first one that does not.
    const prefix = Math.clz32((beginnings[at] ?? 0) ^ ownBeginning) >>> 3;
    const least = needed[prefix] ?? 0;
    if (ownLength - countBits(own & ~other) < least || length - countBits(other & ~own) < least) continue;
    const listing = listings[at];
    if (listing !== undefined && compareWords(word, listing.word) !== undefined) found.push(listing);
  }
  return found;
}

// Jaro's formula has exact thirds in it, and numbers have not.
const tolerance = 1e-9;

/** How many letters must agree at least, for a common beginning of 0 to 4 letters: Jaro-Winkler, solved for them. */
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

/** The first four letters, a byte each. */
function beginningOf(word: string): number {
  let beginning = 0;
  for (let at = 0; at < 4; at += 1) beginning = (beginning << 8) | (word.charCodeAt(at) & 0xff);
  return beginning;
}

/** The usual parallel count of set bits in a word of 32. */
function countBits(value: number): number {
  let sum = value - ((value >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
