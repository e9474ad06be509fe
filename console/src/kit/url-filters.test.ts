import { expect, test } from "vitest";
import { readFilters, writeFilters } from "./url-filters.ts";

const defaults = { status: "", order: "newest" };

test("what the URL does not say has its default", () => {
  expect(readFilters(defaults, { status: "held", other: "x" })).toEqual({ status: "held", order: "newest" });
});

test("what is no text in the URL is not taken for a filter", () => {
  expect(readFilters(defaults, { status: { a: 1 }, order: 3 })).toEqual(defaults);
});

test("a filter that equals its default stays out of the URL", () => {
  expect(writeFilters(defaults, { status: "held" }, { status: "" })).toEqual({});
  expect(writeFilters(defaults, {}, { order: "newest" })).toEqual({});
});

test("a changed filter begins at the first page and leaves the rest alone", () => {
  const search = { tab: "all", after: "cursor", before: "other", order: "oldest" };
  expect(writeFilters(defaults, search, { status: "held" })).toEqual({
    tab: "all",
    order: "oldest",
    status: "held",
  });
});
