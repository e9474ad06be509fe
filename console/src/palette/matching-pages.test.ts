import { expect, test } from "vitest";
import { matchingPages } from "./matching-pages.ts";

const items = ["Home", "Transfers", "Held transfers", "Tokens"].map((title) => ({
  path: `/${title}`,
  title,
  about: "Acme, testnet",
}));

test("titles that start with the search text come first", () => {
  expect(titles("trans")).toEqual(["Transfers", "Held transfers"]);
});

test("every word must match, in any order", () => {
  expect(titles("acme held")).toEqual(["Held transfers"]);
  expect(titles("mainnet held")).toEqual([]);
});

test("an empty search matches everything", () => {
  expect(titles("")).toEqual(["Home", "Transfers", "Held transfers", "Tokens"]);
});

function titles(search: string): readonly string[] {
  return matchingPages(items, search).map(({ title }) => title);
}
