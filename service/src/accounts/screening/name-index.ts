import { setImmediate as nextTurn } from "node:timers/promises";
import { maxWeight, type NormalisedName, type Word } from "./normalise-name.ts";
import { absentShare } from "./score-names.ts";
import { createVocabulary } from "./vocabulary.ts";

/** Finds the listed names that a name could be near, without comparing it with all of them. */
export interface NameIndex {
  /** Numbers of listed names. Every one that scores at least `minScore` is among them; so are some that do not. */
  candidates(name: NormalisedName, minScore: number): readonly number[];
}

/** So many names at a time, so that nobody waits long while a list is taken in. */
const namesPerTurn = 2_000;
const smallestShare = Math.min(absentShare.person.word, absentShare.business.word, absentShare.person.other);

/** All names are of one kind, so a word weighs the same wherever it stands. */
export async function createNameIndex(names: readonly NormalisedName[]): Promise<NameIndex> {
  const listings = new Map<string, Listing>();
  const byJoined = new Map<string, number[]>();
  for (const [number, name] of names.entries()) {
    for (const word of name.words) addPosting(listings, word, number);
    const same = byJoined.get(name.joined);
    if (same === undefined) byJoined.set(name.joined, [number]);
    else same.push(number);
    if (number % namesPerTurn === namesPerTurn - 1) await nextTurn();
  }
  const tally = createTally(names);
  const vocabulary = createVocabulary(listings);
  return {
    candidates: (name, minScore) => {
      tally.begin(name);
      for (const [at, word] of name.words.entries()) {
        for (const { word: listed, names: found } of vocabulary.like(word)) {
          tally.add(at, word, listed, found);
        }
      }
      return [...new Set([...tally.reaching(minScore), ...(byJoined.get(name.joined) ?? [])])];
    },
  };
}

/** A word of the list, and the names that it stands in. */
interface Listing {
  readonly word: Word;
  readonly names: number[];
}

function addPosting(listings: Map<string, Listing>, word: Word, number: number): void {
  const listing = listings.get(word.text);
  if (listing === undefined) listings.set(word.text, { word, names: [number] });
  else listing.names.push(number);
}

interface Tally {
  begin(name: NormalisedName): void;
  add(at: number, word: Word, listed: Word, names: readonly number[]): void;
  reaching(minScore: number): readonly number[];
}

/**
 * For each listed name that was touched: how much of either name could find a partner at best. From that follows a
 * score that it cannot exceed, because every word without a partner lowers the score, and no pair counts for more than
 * its weight.
 */
function createTally(names: readonly NormalisedName[]): Tally {
  const totals = Float64Array.from(names, ({ words }) => weightOf(words));
  const initials = Int32Array.from(names, ({ words }) => countInitials(words));
  const own = new Float64Array(names.length);
  const listedWeight = new Float64Array(names.length);
  const lastCounted = new Int32Array(names.length);
  const touched: number[] = [];
  let subject = { weight: 0, initials: 0 };

  return {
    begin: ({ words }) => {
      for (const number of touched) own[number] = listedWeight[number] = lastCounted[number] = 0;
      touched.length = 0;
      subject = { weight: weightOf(words), initials: countInitials(words) };
    },
    add: (at, word, listed, found) => {
      for (const number of found) {
        const last = lastCounted[number] ?? 0;
        if (last === 0) touched.push(number);
        // Several words of the list may be like this one word; it finds one partner all the same.
        if (last !== at + 1) own[number] = (own[number] ?? 0) + word.weight;
        lastCounted[number] = at + 1;
        listedWeight[number] = (listedWeight[number] ?? 0) + listed.weight;
      }
    },
    reaching: (minScore) =>
      touched.filter((number) => {
        // An initial may go with any word that begins with it, so it reaches its own weight and that of the other.
        const byInitials = (subject.initials + (initials[number] ?? 0)) * maxWeight;
        const reached = (own[number] ?? 0) + byInitials;
        const listedReached = (listedWeight[number] ?? 0) + byInitials;
        return bestScore(subject.weight, totals[number] ?? 0, reached, listedReached) >= minScore;
      }),
  };
}

/** What the score would be if everything that was reached agreed to the letter. */
function bestScore(weight: number, listedWeight: number, reached: number, listedReached: number): number {
  const left = Math.max(0, weight - reached);
  const over = Math.max(0, listedWeight - listedReached);
  const paired = weight - left + (listedWeight - over);
  const price = 2 * Math.min(left, over) + smallestShare * Math.abs(left - over);
  // Scores are rounded, and so may be half a point better than they are.
  return (1000 * paired) / (paired + price) + 1;
}

function weightOf(words: readonly Word[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

function countInitials(words: readonly Word[]): number {
  return words.filter(({ role }) => role === "initial").length;
}
