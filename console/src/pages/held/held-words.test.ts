import { expect, test } from "vitest";
import { entryWords } from "./held-words.ts";

test("sanctions list entries are shown by entry number and name", () => {
  const match = { entry: "2", name: "QUORVAX MARITIME LLC" };
  expect(entryWords([match])).toBe("entry 2, QUORVAX MARITIME LLC");
  expect(entryWords([match, { entry: "7", name: null }])).toBe("entry 2, QUORVAX MARITIME LLC; entry 7");
  expect(entryWords([])).toContain("could not be fully screened");
});
