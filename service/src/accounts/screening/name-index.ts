import { setImmediate as nextTurn } from "node:timers/promises";
import { createLettersIndex } from "./letters-index.ts";
import type { NameKind } from "./name-kind.ts";
import { initialWeight, maxWeight, type NormalisedName, type Word } from "./normalise-name.ts";
import { absentShare, minDistinctivePairs } from "./score-names.ts";
import { createVocabulary } from "./vocabulary.ts";

/** Finds the names on the list that may be similar to a name, without comparing all of them. */
export interface NameIndex {
  /**
   * Indexes of names on the list: first those with the same letters or nearly so, then highest possible score first. Includes every name that scores at least `minScore`,
   * whatever the birth date, and some that do not.
   */
  candidates(name: NormalisedName, minScore: number): readonly number[];
}

/** Names per chunk, so that loading a list does not block the event loop for long. */
const namesPerTurn = 2_000;
const smallestShare = Math.min(
  absentShare.individual.word,
  absentShare.business.word,
  absentShare.individual.other,
);

/** All names are of one kind, so that a word has the same weight everywhere. */
export async function createNameIndex(names: readonly NormalisedName[], kind: NameKind): Promise<NameIndex> {
  const wordPostingLists = new Map<string, WordPostings>();
  const byJoined = new Map<string, number[]>();
  for (const [number, name] of names.entries()) {
    for (const word of name.words) addPosting(wordPostingLists, word, number);
    const same = byJoined.get(name.joined);
    if (same === undefined) byJoined.set(name.joined, [number]);
    else same.push(number);
    if (number % namesPerTurn === namesPerTurn - 1) await nextTurn();
  }
  const tally = createTally(names, kind);
  const vocabulary = createVocabulary(wordPostingLists.values());
  const byLetters = createLettersIndex(names);
  return {
    candidates: (name, minScore) => {
      tally.begin(name);
      for (const [at, word] of name.words.entries()) {
        for (const { word: sanctioned, names: found } of vocabulary.like(word)) {
          tally.add(at, word, sanctioned, found);
        }
      }
      const same = byJoined.get(name.joined) ?? [];
      return [...new Set([...same, ...byLetters.near(name, minScore), ...tally.reaching(minScore)])];
    },
  };
}

/** A word of the list, and the names that contain it. */
interface WordPostings {
  readonly word: Word;
  readonly names: number[];
}

function addPosting(wordPostingLists: Map<string, WordPostings>, word: Word, number: number): void {
  const key = `${word.text} ${word.given}`;
  const wordPostings = wordPostingLists.get(key);
  if (wordPostings === undefined) wordPostingLists.set(key, { word, names: [number] });
  else wordPostings.names.push(number);
}

interface Tally {
  begin(name: NormalisedName): void;
  add(at: number, word: Word, sanctioned: Word, names: readonly number[]): void;
  reaching(minScore: number): readonly number[];
}

/**
 * For each name that shares a word: how much of either name can be paired at best. This gives an upper bound of its
 * score, because every unpaired word lowers the score, and no pair counts for more than its weight.
 */
function createTally(names: readonly NormalisedName[], kind: NameKind): Tally {
  const totals = Float64Array.from(names, ({ words }) => weightOf(words));
  const letters = names.map(({ words }) => firstLetters(words));
  const own = new Float64Array(names.length);
  const sanctionedWeight = new Float64Array(names.length);
  const distinctive = new Uint8Array(names.length);
  const lastCounted = new Int32Array(names.length);
  const touched: number[] = [];
  let subject = { weight: 0, letters: firstLetters([]) };

  const bestOf = (number: number): number => {
    const ofSanctioned = letters[number] ?? noLetters;
    const bySubject = fitting(subject.letters, ofSanctioned);
    const bySanctioned = fitting(ofSanctioned, subject.letters);
    const reached = (own[number] ?? 0) + bySubject * initialWeight + bySanctioned * maxWeight;
    const sanctionedReached =
      (sanctionedWeight[number] ?? 0) + bySubject * maxWeight + bySanctioned * initialWeight;
    const left = Math.max(0, subject.weight - reached);
    const over = Math.max(0, (totals[number] ?? 0) - sanctionedReached);
    const paired = subject.weight - left + ((totals[number] ?? 0) - over);
    const mayHide = kind === "individual" && (distinctive[number] ?? 0) >= minDistinctivePairs;
    return bestScore(paired, mayHide ? 0 : left, over);
  };
  return {
    begin: ({ words }) => {
      for (const number of touched) {
        own[number] = sanctionedWeight[number] = distinctive[number] = lastCounted[number] = 0;
      }
      touched.length = 0;
      subject = { weight: weightOf(words), letters: firstLetters(words) };
    },
    add: (at, word, sanctioned, found) => {
      for (const number of found) {
        const last = lastCounted[number] ?? 0;
        if (last === 0) touched.push(number);
        // Several words of the list may be similar to this word; it can be paired only once.
        if (last !== at + 1) {
          own[number] = (own[number] ?? 0) + word.weight;
          if (word.role === "word") distinctive[number] = (distinctive[number] ?? 0) + 1;
        }
        lastCounted[number] = at + 1;
        sanctionedWeight[number] = (sanctionedWeight[number] ?? 0) + sanctioned.weight;
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

/** First letters of the words of a name, as a bit mask, and its initials. Two letters may share a bit. */
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

/**
 * How many initials may be paired with a word of the other name. Each counts its own weight and at most that of a word.
 */
function fitting({ initials }: FirstLetters, { beginnings }: FirstLetters): number {
  let count = 0;
  for (const bit of initials) if ((bit & beginnings) !== 0) count += 1;
  return count;
}

/** The score if everything that can be paired were equal. */
function bestScore(paired: number, left: number, over: number): number {
  const price = 2 * Math.min(left, over) + smallestShare * Math.abs(left - over);
  // Scores are rounded, so the bound allows for half a point.
  return (1000 * paired) / (paired + price) + 1;
}

function weightOf(words: readonly Word[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}
