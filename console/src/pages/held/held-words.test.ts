import { expect, test } from "vitest";
import { bankWords, entryWords } from "./held-words.ts";

test("sanctions list entries are shown by entry number and name", () => {
  const match = { entry: "2", name: "QUORVAX MARITIME LLC" };
  expect(entryWords([match])).toBe("entry 2, QUORVAX MARITIME LLC");
  expect(entryWords([match, { entry: "7", name: null }])).toBe("entry 2, QUORVAX MARITIME LLC; entry 7");
  expect(entryWords([])).toContain("could not be fully screened");
});

test("a bank account is shown as its masked number and routing number", () => {
  expect(bankWords({ account_number: "*****7890", routing_number: "021000021" })).toBe(
    "*****7890 at 021000021",
  );
  expect(bankWords({ account_number: "*****7890", routing_number: null })).toBe("*****7890");
  expect(bankWords({ account_number: null, routing_number: null })).toBeUndefined();
});
