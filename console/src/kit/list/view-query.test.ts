import { expect, test } from "vitest";
import { viewQuery, viewSearch } from "./view-query.ts";

test("a view has the filters and the order, without the page", () => {
  const search = { status: "failed", search: "a&b", sort: "-amount", after: "cursor", item: "one" };
  const view = { status: "failed", search: "a&b", sort: "-amount" };
  expect(viewSearch(viewQuery(search), {})).toEqual(view);
});

test("a view leaves the tab of the page", () => {
  const current = { tab: "owed", status: "failed", after: "cursor" };
  expect(viewSearch(viewQuery({ tab: "deposits", sort: "-created_at" }), current)).toEqual({
    tab: "owed",
    sort: "-created_at",
  });
});
