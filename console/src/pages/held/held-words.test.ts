import { expect, test } from "vitest";
import { bankWords, entryWords } from "./held-words.ts";

test("entries of the list are told by their numbers and names, and not counted", () => {
  const listed = { entry: "2", name: "QUORVAX MARITIME LLC" };
  expect(entryWords([listed])).toBe("entry 2, QUORVAX MARITIME LLC");
  expect(entryWords([listed, { entry: "7", name: null }])).toBe("entry 2, QUORVAX MARITIME LLC; entry 7");
  expect(entryWords([])).toContain("could not be compared");
});

test("a bank account is its masked number and its bank", () => {
  expect(bankWords({ account_number: "*****7890", routing_number: "021000021" })).toBe(
    "*****7890 at 021000021",
  );
  expect(bankWords({ account_number: "*****7890", routing_number: null })).toBe("*****7890");
  expect(bankWords({ account_number: null, routing_number: null })).toBeUndefined();
});
