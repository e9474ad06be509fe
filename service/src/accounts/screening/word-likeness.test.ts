import { expect, test } from "vitest";
import { normaliseName, type Word } from "./normalise-name.ts";
import { compareWords } from "./word-likeness.ts";

function wordOf(text: string): Word {
  const [word] = normaliseName(text, "individual").words;
  if (word === undefined) throw new Error(`no word in ${text}`);
  return word;
}

const found = (left: string, right: string) => compareWords(wordOf(left), wordOf(right))?.found;

test.each([
  ["MOHAMED", "MUHAMMAD", "equal"],
  ["HUSSIEN", "HUSSEIN", "similar"],
  ["MOHMMED", "MOHAMMED", "similar"],
  ["MOHMMED", "MUHAMMAD", "variant"],
  ["HUSSIEN", "HUSAYN", "variant"],
  ["NICK", "NICOLAS", "variant"],
  ["TOM", "THOMAS", "variant"],
  ["HSU", "XU", "variant"],
  ["SLIMANE", "SULAYMAN", "variant"],
  ["ALEXANDROS", "ALEXANDER", "variant"],
  ["SCHTSCHERBAKOWITSCH", "SHCHERBAKOVICH", "variant"],
  ["J", "JOHN", "initial"],
])("%s and %s: %s", (left, right, expected) => {
  expect(found(left, right)).toBe(expected);
  expect(found(right, left)).toBe(expected);
});

test.each([
  ["KIM", "KIN"],
  ["HARROWGATE", "SMITHERTON"],
  ["TOM", "TIM"],
  ["NICK", "THOMAS"],
])("%s and %s are different words", (left, right) => {
  expect(found(left, right)).toBeUndefined();
});

test("the spelling as given counts if it is closer than the canonical one", () => {
  const [given, canonical] = [wordOf("HUSSIEN"), wordOf("HUSSEIN")];
  expect(canonical.text).toBe("HUSAYN");
  expect(compareWords(given, canonical)?.similarity).toBeGreaterThan(950);
  const withoutGiven = { ...canonical, given: canonical.text, family: undefined };
  expect(compareWords(given, withoutGiven)).toBeUndefined();
});
