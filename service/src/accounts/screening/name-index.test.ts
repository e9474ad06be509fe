import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom, generateList } from "../../../test/generated-list.ts";
import { readSdnFixture } from "../../../test/sdn-fixture.ts";
import { createNameIndex } from "./name-index.ts";
import type { NameKind } from "./name-kind.ts";
import { inSpokenOrder, type NormalisedName, normaliseName } from "./normalise-name.ts";
import type { SanctionsList } from "./sanctions-list.ts";
import { scoreNames } from "./score-names.ts";

/** What comparing with every single name finds. */
function byComparingAll(
  name: NormalisedName,
  listed: readonly NormalisedName[],
  kind: NameKind,
  minScore: number,
) {
  return listed.flatMap((other, number) =>
    scoreNames(name, other, kind, "same_day").score >= minScore ? [number] : [],
  );
}

function namesOf(list: SanctionsList, kind: NameKind): readonly string[] {
  const type = kind === "person" ? "individual" : "entity";
  const entries = list.entries.filter((entry) => entry.type === type);
  return entries.flatMap(({ names }) =>
    names.map(({ text }) => (kind === "person" ? inSpokenOrder(text) : text)),
  );
}

/** A listed name as people write it: a letter wrong, a word gone, an initial, another order, a word more. */
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
  ["person", "person"],
  ["business", "business"],
  ["business", "person"],
])("for a %s among the names of a %s, the index loses nothing", async (kind, listedKind) => {
  const texts = [
    ...namesOf(await readSdnFixture(), listedKind),
    ...namesOf(generateList({ entries: 150, seed: 11 }), listedKind),
    "J. R. SMITH",
    "A. BAKHOUN",
    "AL EL",
    "K",
    "LI WEI",
    "DU",
  ];
  const listed = texts.map((text) => normaliseName(text, listedKind));
  const index = await createNameIndex(listed, listedKind);
  fc.assert(
    fc.property(alteration, fc.constantFrom(600, 700, 830, 900, 1000), ({ pick, steps }, minScore) => {
      const name = normaliseName(alter(texts[pick % texts.length] ?? "", steps), kind);
      const found = new Set(index.candidates(name, minScore));
      const wanted = byComparingAll(name, listed, listedKind, minScore);
      expect(wanted.filter((number) => !found.has(number))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test("of a list of the real one's size, a name is compared with a small part", async () => {
  const texts = namesOf(generateList({ entries: 10_000, seed: 3 }), "person");
  const listed = texts.map((text) => normaliseName(text, "person"));
  const index = await createNameIndex(listed, "person");
  const random = createRandom(5);
  let compared = 0;
  const rounds = 20;
  for (let round = 0; round < rounds; round += 1) {
    const name = normaliseName(texts[Math.floor(random() * texts.length)] ?? "", "person");
    compared += index.candidates(name, 830).length;
  }
  expect(compared / rounds).toBeLessThan(listed.length / 500);
});

test("an initial counts only against names with a word that begins with it", async () => {
  const listed = ["Zarnovsky Viktor", "Zarnovsky Emil", "J. Zarnovsky"].map((text) =>
    normaliseName(text, "person"),
  );
  const index = await createNameIndex(listed, "person");
  const found = (name: string) => index.candidates(normaliseName(name, "person"), 820);
  expect(found("V. Zarnovsky")).toEqual([0]);
  expect(found("E. Zarnovsky")).toEqual([1]);
  expect(found("Q. Zarnovsky")).toEqual([]);
  expect(found("Joan Zarnovsky")).toEqual([2]);
});

test("the names that could be nearest come first", async () => {
  const texts = ["Zarnovsky Viktor Emil Bartholomew", "Zarnovsky Viktor Emil", "Viktor Zarnovsky"];
  const listed = texts.map((text) => normaliseName(text, "person"));
  const index = await createNameIndex(listed, "person");
  expect(index.candidates(normaliseName("Viktor Zarnovsky", "person"), 600)).toEqual([2, 1, 0]);
});
