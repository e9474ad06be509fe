import { expect, test } from "vitest";
import { readFilters, writeFilters } from "./url-filters.ts";

const defaults = { status: "", order: "newest" };

test("a filter missing from the URL has its default", () => {
  expect(readFilters(defaults, { status: "held", other: "x" })).toEqual({ status: "held", order: "newest" });
});

test("non-string URL values are ignored", () => {
  expect(readFilters(defaults, { status: { a: 1 }, order: 3 })).toEqual(defaults);
});

test("a filter equal to its default is not written to the URL", () => {
  expect(writeFilters(defaults, { status: "held" }, { status: "" })).toEqual({});
  expect(writeFilters(defaults, {}, { order: "newest" })).toEqual({});
});

test("changing a filter resets pagination and keeps other parameters", () => {
  const search = { tab: "all", after: "cursor", before: "other", order: "oldest" };
  expect(writeFilters(defaults, search, { status: "held" })).toEqual({
    tab: "all",
    order: "oldest",
    status: "held",
  });
});
