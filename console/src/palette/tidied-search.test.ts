import { expect, test } from "vitest";
import { isWorthSearching, tidiedSearch } from "./tidied-search.ts";

const id = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

test.each([[` ${id} `], [`"${id}"`], [`'${id}',`], [`(${id}).`], [`<${id}>`], [`\`${id}\`;`]])(
  "%s is searched for without what stands around it",
  (pasted) => {
    expect(tidiedSearch(pasted)).toBe(id);
  },
);

test("what is inside stays", () => {
  expect(tidiedSearch("ada@example.com")).toBe("ada@example.com");
  expect(tidiedSearch("acme (holding) inc")).toBe("acme (holding) inc");
});

test("one letter is not asked of the service", () => {
  expect(isWorthSearching("a")).toBe(false);
  expect(isWorthSearching(id)).toBe(true);
});
