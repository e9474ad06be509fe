import { expect, test } from "vitest";
import { plainWords } from "./plain-words.ts";

test("names are read as words, and acronyms stay what they are", () => {
  expect(plainWords("ach_return")).toBe("ACH return");
  expect(plainWords("same-day-ACH")).toBe("same day ACH");
  expect(plainWords("wire_return")).toBe("wire return");
  expect(plainWords("each_approach")).toBe("each approach");
});
