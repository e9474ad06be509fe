import { compareLetters, maxEdits } from "./compare-letters.ts";
import { countBits } from "./count-bits.ts";
import type { NormalisedName } from "./normalise-name.ts";
import { scoreLetters } from "./score-names.ts";

/** Finds the names whose letters differ by a few edits. */
export interface LettersIndex {
  /** Exactly the names that score at least `minScore` by their letters, best first. */
  near(name: NormalisedName, minScore: number): readonly number[];
}

export function createLettersIndex(names: readonly NormalisedName[]): LettersIndex {
  const plain = arrange(names, ({ plain: words }) => words);
  const given = arrange(names, ({ given: words }) => words);
  return {
    near: (name, minScore) => {
      const possible = new Set([...lookUp(plain, name.plain), ...lookUp(given, name.given)]);
      return [...possible]
        .flatMap((number) => {
          const sanctioned = names[number];
          const likeness = sanctioned === undefined ? undefined : compareLetters(name, sanctioned);
          // Without an edit the names are the same, however short they are.
          const score = likeness === undefined ? -1 : scoreLetters(likeness);
          return score >= minScore ? [{ number, score }] : [];
        })
        .sort((left, right) => right.score - left.score || left.number - right.number)
        .map(({ number }) => number);
    },
  };
}

/** Names of one length, each with the letters that it has at least once, and those that it has at least twice. */
interface Shelf {
  readonly numbers: Int32Array;
  readonly once: Int32Array;
  readonly twice: Int32Array;
}

type Shelves = ReadonlyMap<number, Shelf>;

function arrange(
  names: readonly NormalisedName[],
  wordsOf: (name: NormalisedName) => readonly string[],
): Shelves {
  const byLength = new Map<number, { readonly number: number; readonly letters: LetterMasks }[]>();
  for (const [number, name] of names.entries()) {
    const text = wordsOf(name).join("");
    const same = byLength.get(text.length) ?? [];
    same.push({ number, letters: masksOf(text) });
    byLength.set(text.length, same);
  }
  return new Map(
    Array.from(byLength, ([length, shelved]) => [
      length,
      {
        numbers: Int32Array.from(shelved, ({ number }) => number),
        once: Int32Array.from(shelved, ({ letters }) => letters.once),
        twice: Int32Array.from(shelved, ({ letters }) => letters.twice),
      },
    ]),
  );
}

/** Every edit adds at most one letter to a name and takes at most one away. */
function* lookUp(shelves: Shelves, words: readonly string[]): Generator<number> {
  const text = words.join("");
  const { once, twice } = masksOf(text);
  for (let length = text.length - maxEdits; length <= text.length + maxEdits; length += 1) {
    const shelf = shelves.get(length);
    if (shelf === undefined) continue;
    for (let at = 0; at < shelf.numbers.length; at += 1) {
      const [otherOnce, otherTwice] = [shelf.once[at] ?? 0, shelf.twice[at] ?? 0];
      if (countBits(once & ~otherOnce) + countBits(twice & ~otherTwice) > maxEdits) continue;
      if (countBits(otherOnce & ~once) + countBits(otherTwice & ~twice) > maxEdits) continue;
      yield shelf.numbers[at] ?? 0;
    }
  }
}

interface LetterMasks {
  readonly once: number;
  readonly twice: number;
}

const bits = 32;

/** Two letters may share a bit, which only lets more names pass. */
function masksOf(text: string): LetterMasks {
  let [once, twice] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const bit = 1 << (text.charCodeAt(at) % bits);
    twice |= once & bit;
    once |= bit;
  }
  return { once, twice };
}
