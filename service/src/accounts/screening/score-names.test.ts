import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BirthDateEvidence } from "./birth-date.ts";
import type { NameKind } from "./name-kind.ts";
import { normaliseName } from "./normalise-name.ts";
import { scoreNames } from "./score-names.ts";

const score = (kind: NameKind, subject: string, listed: string): number =>
  scoreNames(normaliseName(subject, kind), normaliseName(listed, kind), kind).score;

const kind = fc.constantFrom<NameKind>("person", "business");
const word = fc.oneof(
  fc.constantFrom(
    "VOLKHOVSKY",
    "VOLKOVSKY",
    "DMITRI",
    "JOHN",
    "J",
    "BANK",
    "OF",
    "TRADING",
    "4471",
    "LI",
    "AL",
    "MUHAMMAD",
  ),
  fc.string({ unit: fc.constantFrom(...Array.from("AEKMRS")), minLength: 1, maxLength: 7 }),
);
const name = fc.array(word, { minLength: 1, maxLength: 5 });

test("a score lies between 0 and 1000", () => {
  fc.assert(
    fc.property(name, name, kind, (left, right, as) => {
      const found = score(as, left.join(" "), right.join(" "));
      expect(Number.isInteger(found) && found >= 0 && found <= 1000).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("a name that says something scores 1000 with itself, and is the same", () => {
  fc.assert(
    fc.property(name, kind, (words, as) => {
      const normalised = normaliseName(words.join(" "), as);
      fc.pre(normalised.isReadable);
      expect(scoreNames(normalised, normalised, as)).toMatchObject({ score: 1000, isSame: true });
    }),
  );
});

test("where no further word is free, it does not matter which of the two names is the listed one", () => {
  fc.assert(
    fc.property(name, name, kind, (left, right, as) => {
      const [one, other] = [normaliseName(left.join(" "), as), normaliseName(right.join(" "), as)];
      const found = scoreNames(one, other, as, "against").score;
      // What is rounded may be rounded the other way.
      expect(Math.abs(found - scoreNames(other, one, as, "against").score)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 1_000 },
  );
});

test("the order of the words does not matter", () => {
  const scrambled = name.chain((words) =>
    fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length })),
  );
  fc.assert(
    fc.property(scrambled, name, ([words, again], other) => {
      const sorted = (some: readonly string[]) => ({
        ...normaliseName(some.join(" "), "person"),
        joined: "",
      });
      const listed = sorted(other);
      expect(scoreNames(sorted(again), listed, "person")).toEqual(
        scoreNames(sorted(words), listed, "person"),
      );
    }),
    { numRuns: 1_000 },
  );
});

describe("too little agrees for a score", () => {
  test.each<[string, NameKind, string, string]>([
    ["one family name", "person", "Smitherton", "SMITHERTON JOHN MICHAEL"],
    ["an initial and nothing else", "person", "J Brown", "J WHITE"],
    ["words of trade", "business", "International Trading Services", "GENERAL TRADING SERVICES"],
    ["a short word beside words of trade", "business", "Mir", "MIR GENERAL TRADING"],
  ])("%s", (_, as, subject, listed) => {
    expect(score(as, subject, listed)).toBe(0);
  });
});

test("the explanation shows each listed word with what was found for it", () => {
  const subject = normaliseName("Dmitri P. Volkovsky", "person");
  const listed = normaliseName("Dmitri Pavlovich Alexei Volkhovsky", "person");
  expect(scoreNames(subject, listed, "person")).toMatchObject({
    comparison: "words",
    furtherWords: 0,
    words: [
      { listed: "ALEXEI", found: "missing", similarity: 0, credit: 0 },
      { listed: "DMITRIY", found: "equal", similarity: 1000, credit: 1000 },
      { listed: "PAVLOVICH", found: "initial", similarity: 800, credit: 800 },
      { listed: "VOLKHOVSKY", found: "similar", similarity: 980, credit: 960 },
    ],
  });
});

describe("further words of a person", () => {
  const padding = "Bartholomew Cornelius Montgomery";
  const scoreAs = (subject: string, listed: string, evidence: BirthDateEvidence, as: NameKind = "person") =>
    scoreNames(normaliseName(subject, as), normaliseName(listed, as), as, evidence);

  test.each<[string, string, string, BirthDateEvidence]>([
    ["the listed name is there to the letter", "Viktor Zarnovsky", "Zarnovsky Viktor", "open"],
    ["two telling names are, and the day", "Viktor Zarnovsky", "Zarnovsky Viktor Emilovich", "same_day"],
    ["they are misspelt, and the day fits", "Wiktor Zarnovski", "Zarnovsky Viktor Emilovich", "same_day"],
  ])("are free where %s", (_, subject, listed, evidence) => {
    const padded = scoreAs(`${subject} ${padding}`, listed, evidence);
    expect(padded.score).toBe(scoreAs(subject, listed, evidence).score);
    expect(padded).toMatchObject({ furtherWords: 3, furtherWordsAreFree: true, isSame: false });
  });

  test.each<[string, string, string, BirthDateEvidence, NameKind]>([
    ["the birth date speaks against it", "Viktor Zarnovsky", "Zarnovsky Viktor", "against", "person"],
    ["a listed word is missing", "Viktor Zarnovsky", "Zarnovsky Viktor Emilovich", "open", "person"],
    ["only one word is not everybody's", "Ali Zarnovsky", "Zarnovsky Ali", "same_day", "person"],
    ["a business is listed", "Viktor Zarnovsky", "Zarnovsky Viktor", "open", "business"],
  ])("are charged where %s", (_, subject, listed, evidence, as) => {
    const padded = scoreAs(`${subject} ${padding}`, listed, evidence, as);
    expect(padded.score).toBeLessThan(850);
    expect(padded.furtherWordsAreFree).toBe(false);
  });

  test("never make a name score less for being free", () => {
    fc.assert(
      fc.property(name, name, (left, right) => {
        const [subject, listed] = [left.join(" "), right.join(" ")];
        const scores = (["against", "open", "same_day"] as const).map(
          (evidence) => scoreAs(subject, listed, evidence).score,
        );
        expect(scores).toEqual(scores.toSorted((one, other) => one - other));
      }),
      { numRuns: 1_000 },
    );
  });
});

test("the weights are the arithmetic behind the score", () => {
  const subject = normaliseName("John Smitherson Brown", "person");
  const listed = normaliseName("John Michael Smitherton", "person");
  const { score: found, weights } = scoreNames(subject, listed, "person");
  const { credited, paired, contradicting, absent } = weights;
  expect(found).toBe(Math.round((1000 * credited) / (paired + contradicting + absent)));
  expect(contradicting).toBeGreaterThan(0);
});
