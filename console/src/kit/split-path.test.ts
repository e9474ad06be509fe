import { expect, test } from "vitest";
import { splitPath } from "./split-path.ts";

test("the path is kept and its query is parsed", () => {
  const { to, search } = splitPath("/ops/reviews?status=in_review&query=a%3Fb");
  expect(to).toBe("/ops/reviews");
  expect(search()).toEqual({ status: "in_review", query: "a?b" });
});

test("a path without a query clears the previous query", () => {
  expect(splitPath("/ops").search()).toEqual({});
});
