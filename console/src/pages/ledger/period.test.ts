import { expect, test } from "vitest";
import { periodOf } from "./period.ts";

test("a period runs from the start of its first day to the end of its last day", () => {
  expect(periodOf({ from: "2026-02-27", to: "2026-02-28" })).toEqual({
    from: "2026-02-27T00:00:00.000Z",
    to: "2026-03-01T00:00:00.000Z",
  });
});

test("missing or invalid dates are omitted", () => {
  expect(periodOf({ from: "", to: "" })).toEqual({ from: undefined, to: undefined });
  expect(periodOf({ from: "yesterday", to: "2026-13-45" })).toEqual({ from: undefined, to: undefined });
});
