import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom, generateList } from "../../../test/generated-list.ts";
import { readSdnFixture } from "../../../test/sdn-fixture.ts";
import { createNameIndex } from "./name-index.ts";
import type { NameKind } from "./name-kind.ts";
import { inSpokenOrder, type NormalisedName, normaliseName } from "./normalise-name.ts";
import type { SanctionsList } from "./sanctions-list.ts";
import { scoreNames } from "./score-names.ts";

/** Brute force: compares every name. */
function byComparingAll(
  name: NormalisedName,
  sanctioned: readonly NormalisedName[],
  kind: NameKind,
  minScore: number,
) {
  return sanctioned.flatMap((other, number) =>
    scoreNames(name, other, kind, "same_day").score >= minScore ? [number] : [],
  );
}

function namesOf(list: SanctionsList, kind: NameKind): readonly string[] {
  const type = kind === "individual" ? "individual" : "entity";
  const entries = list.entries.filter((entry) => entry.type === type);
  return entries.flatMap(({ names }) =>
    names.map(({ text }) => (kind === "individual" ? inSpokenOrder(text) : text)),
  );
}

/** A list name with a typo, a missing word, an initial, another word order, or an extra word. */
const alteration = fc.record({
  pick: fc.nat(),
  steps: fc.array(
    fc.record({ how: fc.constantFrom("letter", "drop", "initial", "turn", "add"), at: fc.nat() }),
    {
      maxLength: 3,
    },
  ),
});

function alter(name: string, steps: readonly { readonly how: string; readonly at: number }[]): string {
  let words = name.split(" ");
  for (const { how, at } of steps) {
    const place = at % words.length;
    const word = words[place] ?? "";
    if (how === "letter")
      words[place] = `${word.slice(0, at % (word.length + 1))}E${word.slice((at % (word.length + 1)) + 1)}`;
    if (how === "initial") words[place] = word.slice(0, 1);
    if (how === "drop" && words.length > 1) words = words.toSpliced(place, 1);
    if (how === "turn") words = [...words.slice(place), ...words.slice(0, place)];
    if (how === "add") words.push(["TRADING", "M", "BARTHOLOMEW CORNELIUS MONTGOMERY"][at % 3] ?? "");
  }
  return words.join(" ");
}

test.each<[NameKind, NameKind]>([
  ["individual", "individual"],
  ["business", "business"],
  ["business", "individual"],
])("for a %s among the names of a %s, the index misses nothing", async (kind, sanctionedKind) => {
  const texts = [
    ...namesOf(await readSdnFixture(), sanctionedKind),
    ...namesOf(generateList({ entries: 150, seed: 11 }), sanctionedKind),
    "J. R. SMITH",
    "A. BAKHOUN",
    "AL EL",
    "K",
    "LI WEI",
    "DU",
  ];
  const sanctioned = texts.map((text) => normaliseName(text, sanctionedKind));
  const index = await createNameIndex(sanctioned, sanctionedKind);
  fc.assert(
    fc.property(alteration, fc.constantFrom(600, 700, 830, 900, 1000), ({ pick, steps }, minScore) => {
      const name = normaliseName(alter(texts[pick % texts.length] ?? "", steps), kind);
      const found = new Set(index.candidates(name, minScore));
      const expected = byComparingAll(name, sanctioned, sanctionedKind, minScore);
      expect(expected.filter((number) => !found.has(number))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test("with a list of realistic size, a name is compared with a small part", async () => {
  const texts = namesOf(generateList({ entries: 10_000, seed: 3 }), "individual");
  const sanctioned = texts.map((text) => normaliseName(text, "individual"));
  const index = await createNameIndex(sanctioned, "individual");
  const random = createRandom(5);
  let compared = 0;
  const rounds = 20;
  for (let round = 0; round < rounds; round += 1) {
    const name = normaliseName(texts[Math.floor(random() * texts.length)] ?? "", "individual");
    compared += index.candidates(name, 830).length;
  }
  expect(compared / rounds).toBeLessThan(sanctioned.length / 500);
});

test("an initial matches only names with a word that starts with it", async () => {
  const sanctioned = ["Zarnovsky Viktor", "Zarnovsky Emil", "J. Zarnovsky"].map((text) =>
    normaliseName(text, "individual"),
  );
  const index = await createNameIndex(sanctioned, "individual");
  const found = (name: string) => index.candidates(normaliseName(name, "individual"), 820);
  expect(found("V. Zarnovsky")).toEqual([0]);
  expect(found("E. Zarnovsky")).toEqual([1]);
  expect(found("Q. Zarnovsky")).toEqual([]);
  expect(found("Joan Zarnovsky")).toEqual([2]);
});

test("candidates with the highest possible score come first", async () => {
  const texts = ["Zarnovsky Viktor Emil Bartholomew", "Zarnovsky Viktor Emil", "Viktor Zarnovsky"];
  const sanctioned = texts.map((text) => normaliseName(text, "individual"));
  const index = await createNameIndex(sanctioned, "individual");
  expect(index.candidates(normaliseName("Viktor Zarnovsky", "individual"), 600)).toEqual([2, 1, 0]);
});
