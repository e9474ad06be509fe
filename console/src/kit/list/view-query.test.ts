import { expect, test } from "vitest";
import { viewQuery, viewSearch } from "./view-query.ts";

test("a view has the filters and the order, without the page", () => {
  const search = { status: "failed", search: "a&b", sort: "-amount", after: "cursor" };
  expect(viewSearch(viewQuery(search))).toEqual({ status: "failed", search: "a&b", sort: "-amount" });
});
