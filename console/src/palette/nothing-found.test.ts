import { expect, test } from "vitest";
import { nothingFound } from "./nothing-found.ts";

test("the message does not claim that an inaccessible object does not exist", () => {
  expect(nothingFound("FLR-0000000016", false)).toBe(
    "No results for “FLR-0000000016” that you have access to.",
  );
});

test("a search that did not reach the service does not report missing results", () => {
  expect(nothingFound("ab", false)).toBe("No matching pages.");
  expect(nothingFound("acme", true)).toBe("Search failed. Try again.");
});
