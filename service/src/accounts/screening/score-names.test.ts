import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BirthDateEvidence } from "./birth-date.ts";
import type { NameKind } from "./name-kind.ts";
import { normaliseName } from "./normalise-name.ts";
import { scoreNames } from "./score-names.ts";

const score = (kind: NameKind, subject: string, sanctioned: string): number =>
  scoreNames(normaliseName(subject, kind), normaliseName(sanctioned, kind), kind).score;

const kind = fc.constantFrom<NameKind>("individual", "business");
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

test("a score is between 0 and 1000", () => {
  fc.assert(
    fc.property(name, name, kind, (left, right, as) => {
      const found = score(as, left.join(" "), right.join(" "));
      expect(Number.isInteger(found) && found >= 0 && found <= 1000).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("a name with distinguishing words scores 1000 with itself", () => {
  fc.assert(
    fc.property(name, kind, (words, as) => {
      const normalised = normaliseName(words.join(" "), as);
      fc.pre(normalised.isReadable);
      expect(scoreNames(normalised, normalised, as)).toMatchObject({ score: 1000, isSame: true });
    }),
  );
});

test("if no extra words are free, the score is symmetric", () => {
  fc.assert(
    fc.property(name, name, kind, (left, right, as) => {
      const [one, other] = [normaliseName(left.join(" "), as), normaliseName(right.join(" "), as)];
      const found = scoreNames(one, other, as, "against").score;
      // Rounding may differ.
      expect(Math.abs(found - scoreNames(other, one, as, "against").score)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 1_000 },
  );
});

test("word by word, the order of words does not matter", () => {
  const scrambled = name.chain((words) =>
    fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length })),
  );
  fc.assert(
    fc.property(scrambled, name, ([words, again], other) => {
      const sorted = (some: readonly string[]) => ({
        ...normaliseName(some.join(" "), "individual"),
        joined: "",
        plain: [],
        given: [],
      });
      const sanctioned = sorted(other);
      expect(scoreNames(sorted(again), sanctioned, "individual")).toEqual(
        scoreNames(sorted(words), sanctioned, "individual"),
      );
    }),
    { numRuns: 1_000 },
  );
});

describe("too little in common for a score", () => {
  test.each<[string, NameKind, string, string]>([
    ["one family name", "individual", "Smitherton", "SMITHERTON JOHN MICHAEL"],
    ["an initial and nothing else", "individual", "J Brown", "J WHITE"],
    ["words of trade", "business", "International Trading Services", "GENERAL TRADING SERVICES"],
    ["a short word beside words of trade", "business", "Mir", "MIR GENERAL TRADING"],
  ])("%s", (_, as, subject, sanctioned) => {
    expect(score(as, subject, sanctioned)).toBe(0);
  });
});

test("the explanation shows each word of the list name with its counterpart", () => {
  const subject = normaliseName("Dmitri P. Volkovsky", "individual");
  const sanctioned = normaliseName("Dmitri Pavlovich Alexei Volkhovsky", "individual");
  expect(scoreNames(subject, sanctioned, "individual")).toMatchObject({
    comparison: "words",
    furtherWords: 0,
    words: [
      { sanctioned: "ALEXEI", found: "missing", similarity: 0, credit: 0 },
      { sanctioned: "DMITRIY", found: "equal", similarity: 1000, credit: 1000 },
      { sanctioned: "PAVLOVICH", found: "initial", similarity: 800, credit: 800 },
      { sanctioned: "VOLKHOVSKY", found: "similar", similarity: 980, credit: 960 },
    ],
  });
});

describe("extra words of an individual", () => {
  const padding = "Bartholomew Cornelius Montgomery";
  const scoreAs = (
    subject: string,
    sanctioned: string,
    evidence: BirthDateEvidence,
    as: NameKind = "individual",
  ) => scoreNames(normaliseName(subject, as), normaliseName(sanctioned, as), as, evidence);

  test.each<[string, string, string, BirthDateEvidence]>([
    ["the whole name of the entry is present", "Viktor Zarnovsky", "Zarnovsky Viktor", "open"],
    [
      "two distinguishing names and the birth date match",
      "Viktor Zarnovsky",
      "Zarnovsky Viktor Emilovich",
      "same_day",
    ],
    [
      "two misspelled names and the birth date match",
      "Wiktor Zarnovski",
      "Zarnovsky Viktor Emilovich",
      "same_day",
    ],
  ])("are free if %s", (_, subject, sanctioned, evidence) => {
    const padded = scoreAs(`${subject} ${padding}`, sanctioned, evidence);
    expect(padded.score).toBe(scoreAs(subject, sanctioned, evidence).score);
    expect(padded).toMatchObject({ furtherWords: 3, furtherWordsAreFree: true, isSame: false });
  });

  test.each<[string, string, string, BirthDateEvidence, NameKind]>([
    ["the birth date contradicts", "Viktor Zarnovsky", "Zarnovsky Viktor", "against", "individual"],
    [
      "a word of the entry is missing",
      "Viktor Zarnovsky",
      "Zarnovsky Viktor Emilovich",
      "open",
      "individual",
    ],
    ["only one word is not frequent", "Ali Zarnovsky", "Zarnovsky Ali", "same_day", "individual"],
    ["the entry is a business", "Viktor Zarnovsky", "Zarnovsky Viktor", "open", "business"],
  ])("are charged if %s", (_, subject, sanctioned, evidence, as) => {
    const padded = scoreAs(`${subject} ${padding}`, sanctioned, evidence, as);
    expect(padded.score).toBeLessThan(850);
    expect(padded.furtherWordsAreFree).toBe(false);
  });

  test("never lower the score by being free", () => {
    fc.assert(
      fc.property(name, name, (left, right) => {
        const [subject, sanctioned] = [left.join(" "), right.join(" ")];
        const scores = (["against", "open", "same_day"] as const).map(
          (evidence) => scoreAs(subject, sanctioned, evidence).score,
        );
        expect(scores).toEqual(scores.toSorted((one, other) => one - other));
      }),
      { numRuns: 1_000 },
    );
  });
});

test("the weights add up to the score", () => {
  const subject = normaliseName("John Smitherson Brown", "individual");
  const sanctioned = normaliseName("John Michael Smitherton", "individual");
  const { score: found, weights } = scoreNames(subject, sanctioned, "individual");
  const { credited, paired, contradicting, absent } = weights;
  expect(found).toBe(Math.round((1000 * credited) / (paired + contradicting + absent)));
  expect(contradicting).toBeGreaterThan(0);
});
