import { expect, test } from "vitest";
import { splitPath } from "./split-path.ts";

test("a path is kept, and its query taken apart", () => {
  const { to, search } = splitPath("/ops/reviews?status=in_review&query=a%3Fb");
  expect(to).toBe("/ops/reviews");
  expect(search()).toEqual({ status: "in_review", query: "a?b" });
});

test("a path without a query clears the one before", () => {
  expect(splitPath("/ops").search()).toEqual({});
});
