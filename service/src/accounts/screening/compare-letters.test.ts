import { expect, test } from "vitest";
import { compareLetters } from "./compare-letters.ts";
import type { NameKind } from "./name-kind.ts";
import { normaliseName } from "./normalise-name.ts";

function compare(kind: NameKind, left: string, right: string) {
  return compareLetters(normaliseName(left, kind), normaliseName(right, kind));
}

test.each<[NameKind, string, string, number]>([
  ["individual", "Viktor Zarnovsky", "Viktor Zarnovsky", 0],
  ["individual", "Zarnovsky Viktor", "Viktor Zarnovsky", 0],
  ["individual", "Viktorzarn Ovsky", "Viktor Zarnovsky", 0],
  ["individual", "Zarnovsk Viktro", "Viktor Zarnovsky", 2],
  ["individual", "Dr. Vitkor Zarnovsky", "Viktor Zarnovsky", 1],
  ["individual", "Kim Yong Nak", "Kim Yong Rak", 1],
  ["business", "Quorvax Compayn", "Quorvax Company", 1],
  ["business", "JSCQuorvax", "JSC Quorvax", 0],
  ["business", "Bureau 4471", "Buraeu 4471", 1],
])("%s: %s and %s differ by %i edits", (kind, left, right, edits) => {
  expect(compare(kind, left, right)?.edits).toBe(edits);
  expect(compare(kind, right, left)?.edits).toBe(edits);
});

test.each<[string, NameKind, string, string]>([
  ["three edits", "individual", "Vkitro Zarnofsky", "Viktor Zarnovsky"],
  ["two edits in a short word", "individual", "Kim Yong Nam", "Kim Yong Rak"],
  ["another initial", "individual", "J. Zarnovsky", "K. Zarnovsky"],
  ["another number", "business", "Bureau 4471", "Bureau 4417"],
  ["another digit", "business", "Lazurit 77", "Lazurit 78"],
  ["no letters", "business", "", ""],
])("%s make another name", (_, kind, left, right) => {
  expect(compare(kind, left, right)).toBeUndefined();
});
