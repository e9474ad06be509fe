import fc from "fast-check";
import { expect, test } from "vitest";
import { normaliseName, type Word } from "./normalise-name.ts";
import { createVocabulary } from "./vocabulary.ts";
import { compareWords } from "./word-likeness.ts";

const letters = fc.string({ unit: fc.constantFrom(...Array.from("AEIKMNRSTY")), minLength: 1, maxLength: 9 });
const text = fc.oneof(
  { weight: 8, arbitrary: letters },
  fc.constantFrom("AL", "BIN", "MUHAMMAD", "MOHAMED", "HUSSIEN", "NICK", "NICOLAS", "XU", "HSU", "4471", "Ж"),
);

function toWords(texts: readonly string[]): readonly Word[] {
  return texts.flatMap((some) => normaliseName(some, "individual").words);
}

/** A word with one letter changed, so that there is something to find. */
const misspelt = fc.tuple(text, fc.nat(), fc.constantFrom(...Array.from("AEN"))).map(([word, at, letter]) => {
  const place = at % word.length;
  return `${word.slice(0, place)}${letter}${word.slice(place + 1)}`;
});

test("finds exactly the similar words", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(text, misspelt), { maxLength: 40 }), text, (sanctioned, sought) => {
      const words = new Map(
        toWords([...sanctioned, `${sought}A`, sought]).map((word) => [
          `${word.text} ${word.given}`,
          { word },
        ]),
      );
      const vocabulary = createVocabulary(words.values());
      for (const word of toWords([sought])) {
        const expected = [...words.values()].filter(
          (wordPostings) =>
            word.role !== "initial" &&
            wordPostings.word.role !== "initial" &&
            compareWords(word, wordPostings.word) !== undefined,
        );
        expect(new Set(vocabulary.like(word))).toEqual(new Set(expected));
      }
    }),
    { numRuns: 500 },
  );
});
