import { expect, test } from "vitest";
import { isWorthSearching, tidiedSearch } from "./tidied-search.ts";

const id = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

test.each([[` ${id} `], [`"${id}"`], [`'${id}',`], [`(${id}).`], [`<${id}>`], [`\`${id}\`;`]])(
  "%s is stripped of surrounding punctuation",
  (pasted) => {
    expect(tidiedSearch(pasted)).toBe(id);
  },
);

test("punctuation inside the text is kept", () => {
  expect(tidiedSearch("ada@example.com")).toBe("ada@example.com");
  expect(tidiedSearch("acme (holding) inc")).toBe("acme (holding) inc");
});

test("a single letter is not sent to the service", () => {
  expect(isWorthSearching("a")).toBe(false);
  expect(isWorthSearching(id)).toBe(true);
});
