import { expect, test } from "vitest";
import { periodOf } from "./period.ts";

test("a period goes from the beginning of its first day to the end of its last", () => {
  expect(periodOf({ from: "2026-02-27", to: "2026-02-28" })).toEqual({
    from: "2026-02-27T00:00:00.000Z",
    to: "2026-03-01T00:00:00.000Z",
  });
});

test("what was not said, or is no day, is not asked for", () => {
  expect(periodOf({ from: "", to: "" })).toEqual({ from: undefined, to: undefined });
  expect(periodOf({ from: "yesterday", to: "2026-13-45" })).toEqual({ from: undefined, to: undefined });
});
