import { expect, test } from "vitest";
import { matchingPages } from "./matching-pages.ts";

const items = ["Home", "Transfers", "Held transfers", "Tokens"].map((title) => ({
  path: `/${title}`,
  title,
  about: "Acme, testnet",
}));

test("names that begin with what was typed come first", () => {
  expect(titles("trans")).toEqual(["Transfers", "Held transfers"]);
});

test("every word must be found somewhere, in any order", () => {
  expect(titles("acme held")).toEqual(["Held transfers"]);
  expect(titles("mainnet held")).toEqual([]);
});

test("nothing typed fits everything", () => {
  expect(titles("")).toEqual(["Home", "Transfers", "Held transfers", "Tokens"]);
});

function titles(search: string): readonly string[] {
  return matchingPages(items, search).map(({ title }) => title);
}
