import { expect, test } from "vitest";
import { isForPage, matchingPages } from "./matching-pages.ts";

const items = ["Home", "Transfers", "Held transfers", "Tokens"].map((title) => ({
  path: `/${title}`,
  title,
  about: "Acme, testnet",
  group: "Pages",
}));
const action = {
  path: "/applications/new",
  title: "New application",
  about: "Acme, testnet",
  group: "Actions",
  keywords: "create api key",
};

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

test("actions are found by their keywords, and only by a search", () => {
  expect(titles("create api key")).toEqual(["New application"]);
  expect(titles("")).not.toContain("New application");
});

test("the name of the workspace does not mean a page", () => {
  expect(isForPage(items, "held trans")).toBe(true);
  expect(isForPage(items, "acme")).toBe(false);
});

function titles(search: string): readonly string[] {
  return matchingPages([action, ...items], search).map(({ title }) => title);
}
