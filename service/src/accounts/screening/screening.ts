import type { BirthDateEffect } from "./birth-date.ts";

/** Somebody or something to be compared with the sanctions list. */
export interface Subject {
  /** What the caller calls the subject, such as `controller`. The result carries it; the name it does not. */
  readonly label: string;
  readonly kind: SubjectKind;
  /** Every name that the subject goes by: the legal one, the one it does business under. */
  readonly names: readonly string[];
  /** `YYYY-MM-DD`. Counts for persons alone. */
  readonly birthDate?: string | undefined;
}

export type SubjectKind = "business" | "person";

/**
 * What a screening found. It holds facts of the list and scores, and nothing that the subject said, so that it can be
 * kept and shown. A score still says how near the subject's name is to a listed one: it is no public paper.
 */
export interface ScreeningResult {
  readonly label: string;
  /**
   * `clear` means: every name was compared, and none is near a listed one. Anything else is a `hit`, and a person must
   * look: also when a name could not be compared, with no hits listed.
   */
  readonly outcome: "clear" | "hit";
  readonly list: ListVersion;
  /** The lowest score that is a hit. */
  readonly threshold: number;
  /** Best first, one for each entry of the list. */
  readonly hits: readonly Hit[];
  /** Hits beyond those that are listed. */
  readonly furtherHits: number;
  /**
   * How many of the subject's names could not be compared, or not in full: an unknown script, signs in the place of
   * letters, no word at all, too many words or initials, too many listed names that are near.
   */
  readonly unreadableNames: number;
}

/** Which list was used. The hash is of its content, so it is the same on every node that has the same files. */
export interface ListVersion {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  /** When its publisher says that it was published, where that is known: `YYYY-MM-DD`. */
  readonly publishedAt?: string;
  readonly entries: number;
}

export interface Hit {
  /** The list's own number of the entry. */
  readonly uid: string;
  readonly listedName: string;
  readonly nameType: NameType;
  readonly program: string;
  readonly entryType: EntryType;
  /** 0 to 1000, with the second factor in it. */
  readonly score: number;
  readonly explanation: Explanation;
}

/** Also known as, formerly known as, now known as. A weak alias is one that many others have as well. */
export type NameType = "primary" | "aka" | "fka" | "nka" | "weak_aka";

export type EntryType = "individual" | "entity" | "vessel" | "aircraft";

/** How a score came about, step by step, so that a person can follow it. */
export type Explanation = NameExplanation | ChainAddressExplanation;

export interface NameExplanation {
  readonly basis: "name";
  /** Which of the subject's names it was, counted from 0. */
  readonly nameIndex: number;
  /** `words`: word by word. `joined`: the same letters, divided into words in another way. */
  readonly comparison: "words" | "joined";
  /** The words of the listed name, with what was found for each. */
  readonly words: readonly WordComparison[];
  /** How many words the subject has that the listed name lacks. */
  readonly furtherWords: number;
  /** They were not charged: a listed person's name is there, and the rest may have been added to hide it. */
  readonly furtherWordsAreFree: boolean;
  /** The parts that the score of the name was computed from. */
  readonly weights: ScoreWeights;
  /** What was taken off the score, because nothing agrees but names that very many people have. */
  readonly deduction: number;
  /** 0 to 1000, before the second factor. */
  readonly nameScore: number;
  readonly birthDate: BirthDateEffect;
}

export interface WordComparison {
  /** The word of the listed name, normalised. */
  readonly listed: string;
  readonly found: "equal" | "similar" | "initial" | "missing";
  /** Jaro-Winkler, 0 to 1000. */
  readonly similarity: number;
  /** What the similarity counts for: its square, so that doubts add up. */
  readonly credit: number;
}

/** nameScore = 1000 × credited ÷ (paired + contradicting + absent) − deduction */
export interface ScoreWeights {
  /** The weight of all pairs, each times its credit. */
  readonly credited: number;
  /** The weight of all pairs. */
  readonly paired: number;
  /** Where both names have words that the other lacks. */
  readonly contradicting: number;
  /** Where only one of the names has further words, at a reduced price. */
  readonly absent: number;
}

export interface ChainAddressExplanation {
  readonly basis: "chain_address";
  /** The currency that the list names beside the address, such as `ETH`. */
  readonly currency: string;
}
