import type { BirthDateEffect } from "./birth-date.ts";

/** A business or individual to screen. */
export interface Subject {
  /** The caller's label for the subject, such as `controller`. The result contains the label, not the name. */
  readonly label: string;
  readonly kind: SubjectKind;
  /** All names of the subject: legal name and display name. */
  readonly names: readonly string[];
  /** `YYYY-MM-DD`. Individuals only. */
  readonly birthDate?: string | undefined;
}

/**
 * Version of the comparison. A change that gives other scores gets the next number: results are stored with it, and
 * every account is screened again. 1 compared canonical spellings word by word; 2 also compares the spellings as given,
 * known variants, and the letters of whole names.
 */
export const screeningAlgorithm = 2;

export type SubjectKind = "business" | "individual";

/**
 * Result of a screening. It contains data of the list and scores, and nothing that the subject submitted, so that it
 * can be stored and shown. A score still reveals how close the subject's name is to a name on the list: it is
 * confidential.
 */
export interface ScreeningResult {
  readonly label: string;
  /**
   * `clear`: every name was compared, and none is close to a name on the list. Anything else is a `hit` that needs
   * manual review, also if a name could not be compared and there are no hits.
   */
  readonly outcome: "clear" | "hit";
  readonly list: ListVersion;
  readonly algorithm: number;
  /** The lowest score that is a hit. */
  readonly threshold: number;
  /** Best first, one per sanctions list entry. */
  readonly hits: readonly Hit[];
  /** Number of hits beyond those included. */
  readonly furtherHits: number;
  /**
   * How many of the subject's names could not be compared, or not completely: unknown script, signs in place of
   * letters, no words, too many words or initials, too many candidates.
   */
  readonly unreadableNames: number;
}

/** The list that was used. The hash is of its content, so it is equal on every node with the same files. */
export interface ListVersion {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  /** Publication date according to the publisher, if known: `YYYY-MM-DD`. */
  readonly publishedAt?: string;
  readonly entries: number;
}

export interface Hit {
  /** The list's id of the entry. */
  readonly uid: string;
  readonly sanctionedName: string;
  readonly nameType: NameType;
  readonly program: string;
  readonly entryType: EntryType;
  /** 0 to 1000, including the second factor. */
  readonly score: number;
  readonly explanation: Explanation;
}

/** Also known as, formerly known as, now known as. A weak alias is common to many individuals. */
export type NameType = "primary" | "aka" | "fka" | "nka" | "weak_aka";

export type EntryType = "individual" | "entity" | "vessel" | "aircraft";

/** Step-by-step explanation of a score for reviewers. */
export type Explanation = NameExplanation | ChainAddressExplanation;

export interface NameExplanation {
  readonly basis: "name";
  /** Index of the subject's name, from 0. */
  readonly nameIndex: number;
  /**
   * `words`: word by word. `joined`: the same letters with other word boundaries. `letters`: the letters of the whole
   * name, with at most two edits.
   */
  readonly comparison: "words" | "joined" | "letters";
  /** Letters that were inserted, deleted, replaced or exchanged. Only if the letters were compared. */
  readonly edits?: number;
  /** The words of the list name, each with its counterpart. */
  readonly words: readonly WordComparison[];
  /** Number of words that only the subject has. */
  readonly furtherWords: number;
  /**
   * Extra words were not charged: a sanctioned individual's name is present, and the rest may have been added to hide
   * it.
   */
  readonly furtherWordsAreFree: boolean;
  /** The parts of the name score. */
  readonly weights: ScoreWeights;
  /** Deduction, because only frequent names match. */
  readonly deduction: number;
  /** 0 to 1000, before the second factor. */
  readonly nameScore: number;
  readonly birthDate: BirthDateEffect;
}

export interface WordComparison {
  /** Normalized word of the list name. */
  readonly sanctioned: string;
  /** `variant`: a pet name, or another transliteration. */
  readonly found: "equal" | "similar" | "variant" | "initial" | "missing";
  /** Jaro-Winkler, 0 to 1000; of a variant, a fixed value. */
  readonly similarity: number;
  /** Credit for the similarity: its square, so that deviations add up. */
  readonly credit: number;
}

/** The weights are of words, or the number of letters. nameScore = 1000 × credited ÷ (paired + contradicting + absent) − deduction */
export interface ScoreWeights {
  /** Weight of all pairs, each times its credit. */
  readonly credited: number;
  /** Weight of all pairs. */
  readonly paired: number;
  /** Words that only one name has, if both have such words. */
  readonly contradicting: number;
  /** Extra words, if only one of the names has any, at a reduced share. */
  readonly absent: number;
}

export interface ChainAddressExplanation {
  readonly basis: "chain_address";
  /** The currency of the address in the list, such as `ETH`. */
  readonly currency: string;
}
