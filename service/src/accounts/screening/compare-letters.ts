import { editDistance } from "./edit-distance.ts";
import type { NormalisedName } from "./normalise-name.ts";

/** The letters of two whole names, whatever their word boundaries. */
export interface LettersLikeness {
  /** Letters to insert, delete, replace or exchange. */
  readonly edits: number;
  /** Letters of the shorter name, without legal forms and titles. */
  readonly letters: number;
}

/** More edits than this make another name, however long it is. */
export const maxEdits = 2;
/** An edit costs half a letter: at the default threshold, one edit is a hit from four letters on, and two from seven. */
export const editPrice = 0.5;
/** Two edits in a word of so few letters make another word: Kim Yong Nam is not Kim Yong Rak. */
const shortWord = 3;

/**
 * Compares the names with all their words, and without legal forms and titles, each as given. The words of a name are
 * tried from each of them on, so that the family name may come first. Undefined if they differ by more than a few edits.
 */
export function compareLetters(
  subject: NormalisedName,
  sanctioned: NormalisedName,
): LettersLikeness | undefined {
  const letters = Math.min(lettersOf(subject.plain), lettersOf(sanctioned.plain));
  const plain = leastEdits(subject.plain, sanctioned.plain);
  const isAsGiven =
    subject.plain.length === subject.given.length && sanctioned.plain.length === sanctioned.given.length;
  const given = plain === 0 || isAsGiven ? undefined : leastEdits(subject.given, sanctioned.given);
  const edits = Math.min(plain ?? maxEdits + 1, given ?? maxEdits + 1);
  return edits > maxEdits ? undefined : { edits, letters };
}

/** Either name may start with its family name, so that the order of the comparison does not matter. */
function leastEdits(subject: readonly string[], sanctioned: readonly string[]): number | undefined {
  const lengths = [lettersOf(subject), lettersOf(sanctioned)] as const;
  if (lengths[0] === 0 || Math.abs(lengths[0] - lengths[1]) > maxEdits) return undefined;
  const least = leastFrom(sanctioned, subject, leastFrom(subject, sanctioned, maxEdits + 1));
  return least > maxEdits ? undefined : least;
}

/** The fewest edits, if they are fewer than so many, with the words of the first name from each of them on. */
function leastFrom(turning: readonly string[], fixed: readonly string[], fewerThan: number): number {
  const target = fixed.join("");
  let least = fewerThan;
  for (let start = 0; start < turning.length && least > 0; start += 1) {
    const turned = start === 0 ? turning : [...turning.slice(start), ...turning.slice(0, start)];
    const edits = editDistance(turned.join(""), target, least - 1);
    if (edits < least && (edits === 0 || areTypos(turned, fixed))) least = edits;
  }
  return least;
}

function lettersOf(words: readonly string[]): number {
  return words.reduce((sum, { length }) => sum + length, 0);
}

/** A digit that differs is another number, an initial that differs another name; neither is a typo. */
function areTypos(subject: readonly string[], sanctioned: readonly string[]): boolean {
  if (digitsOf(subject) !== digitsOf(sanctioned)) return false;
  if (subject.length !== sanctioned.length) return true;
  return subject.every((word, at) => isTypo(word, sanctioned[at] ?? ""));
}

function isTypo(word: string, other: string): boolean {
  if (word === other) return true;
  const shorter = Math.min(word.length, other.length);
  if (word.length === 1 && other.length === 1) return false;
  return shorter > shortWord || editDistance(word, other, 1) <= 1;
}

function digitsOf(words: readonly string[]): string {
  return words.join("").replaceAll(/\P{N}/gu, "");
}
