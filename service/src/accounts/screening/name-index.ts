import { setImmediate as nextTurn } from "node:timers/promises";
import type { NameKind } from "./name-kind.ts";
import { initialWeight, maxWeight, type NormalisedName, type Word } from "./normalise-name.ts";
import { absentShare, minTellingPairs } from "./score-names.ts";
import { createVocabulary } from "./vocabulary.ts";

/** Finds the listed names that a name could be near, without comparing it with all of them. */
export interface NameIndex {
  /**
   * Numbers of listed names, those that may be nearest first. Every one that scores at least `minScore` is among them,
   * whatever a birth date says; so are some that do not.
   */
  candidates(name: NormalisedName, minScore: number): readonly number[];
}

/** So many names at a time, so that nobody waits long while a list is taken in. */
const namesPerTurn = 2_000;
const smallestShare = Math.min(absentShare.person.word, absentShare.business.word, absentShare.person.other);

/** All names are of one kind, so a word weighs the same wherever it stands. */
export async function createNameIndex(names: readonly NormalisedName[], kind: NameKind): Promise<NameIndex> {
  const listings = new Map<string, Listing>();
  const byJoined = new Map<string, number[]>();
  for (const [number, name] of names.entries()) {
    for (const word of name.words) addPosting(listings, word, number);
    const same = byJoined.get(name.joined);
    if (same === undefined) byJoined.set(name.joined, [number]);
    else same.push(number);
    if (number % namesPerTurn === namesPerTurn - 1) await nextTurn();
  }
  const tally = createTally(names, kind);
  const vocabulary = createVocabulary(listings);
  return {
    candidates: (name, minScore) => {
      tally.begin(name);
      for (const [at, word] of name.words.entries()) {
        for (const { word: listed, names: found } of vocabulary.like(word)) {
          tally.add(at, word, listed, found);
        }
      }
      return [...new Set([...(byJoined.get(name.joined) ?? []), ...tally.reaching(minScore)])];
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
function createTally(names: readonly NormalisedName[], kind: NameKind): Tally {
  const totals = Float64Array.from(names, ({ words }) => weightOf(words));
  const letters = names.map(({ words }) => firstLetters(words));
  const own = new Float64Array(names.length);
  const listedWeight = new Float64Array(names.length);
  const telling = new Uint8Array(names.length);
  const lastCounted = new Int32Array(names.length);
  const touched: number[] = [];
  let subject = { weight: 0, letters: firstLetters([]) };

  const bestOf = (number: number): number => {
    const ofListed = letters[number] ?? noLetters;
    const bySubject = fitting(subject.letters, ofListed);
    const byListed = fitting(ofListed, subject.letters);
    const reached = (own[number] ?? 0) + bySubject * initialWeight + byListed * maxWeight;
    const listedReached = (listedWeight[number] ?? 0) + bySubject * maxWeight + byListed * initialWeight;
    const left = Math.max(0, subject.weight - reached);
    const over = Math.max(0, (totals[number] ?? 0) - listedReached);
    const paired = subject.weight - left + ((totals[number] ?? 0) - over);
    const mayHide = kind === "person" && (telling[number] ?? 0) >= minTellingPairs;
    return bestScore(paired, mayHide ? 0 : left, over);
  };
  return {
    begin: ({ words }) => {
      for (const number of touched) {
        own[number] = listedWeight[number] = telling[number] = lastCounted[number] = 0;
      }
      touched.length = 0;
      subject = { weight: weightOf(words), letters: firstLetters(words) };
    },
    add: (at, word, listed, found) => {
      for (const number of found) {
        const last = lastCounted[number] ?? 0;
        if (last === 0) touched.push(number);
        // Several words of the list may be like this one word; it finds one partner all the same.
        if (last !== at + 1) {
          own[number] = (own[number] ?? 0) + word.weight;
          if (word.role === "word") telling[number] = (telling[number] ?? 0) + 1;
        }
        lastCounted[number] = at + 1;
        listedWeight[number] = (listedWeight[number] ?? 0) + listed.weight;
      }
    },
    reaching: (minScore) => {
      const found: { readonly number: number; readonly best: number }[] = [];
      for (const number of touched) {
        const best = bestOf(number);
        if (best >= minScore) found.push({ number, best });
      }
      found.sort((left, right) => right.best - left.best || left.number - right.number);
      return found.map(({ number }) => number);
    },
  };
}

/** What the words of a name begin with, a bit for each letter, and its initials. Two letters may share a bit. */
interface FirstLetters {
  readonly beginnings: number;
  readonly initials: readonly number[];
}

const noLetters: FirstLetters = { beginnings: 0, initials: [] };

function firstLetters(words: readonly Word[]): FirstLetters {
  const bitOf = ({ text }: Word): number => 1 << (text.charCodeAt(0) % 32);
  const initials = words.filter(({ role }) => role === "initial").map(bitOf);
  return {
    beginnings: words.reduce((bits, word) => bits | bitOf(word), 0),
    initials: initials.length === 0 ? noLetters.initials : initials,
  };
}

/** How many initials may go with a word of the other name. Each reaches its own weight, and at most that of a word. */
function fitting({ initials }: FirstLetters, { beginnings }: FirstLetters): number {
  let count = 0;
  for (const bit of initials) if ((bit & beginnings) !== 0) count += 1;
  return count;
}

/** What the score would be if everything that was reached agreed to the letter. */
function bestScore(paired: number, left: number, over: number): number {
  const price = 2 * Math.min(left, over) + smallestShare * Math.abs(left - over);
  // Scores are rounded, and so may be half a point better than they are.
  return (1000 * paired) / (paired + price) + 1;
}

function weightOf(words: readonly Word[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}
