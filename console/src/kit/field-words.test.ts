import { expect, test } from "vitest";
import { errorWords, fieldWords } from "./field-words.ts";

test("fields are named in words", () => {
  expect(fieldWords("/amount/value")).toBe("Amount");
  expect(fieldWords("/value")).toBe("Value");
  expect(fieldWords("/query/created_after")).toBe("Created after");
  expect(fieldWords("/owners/0/address/postal_code")).toBe("Owners 1 address postal code");
});

test("errors have no JSON pointers", () => {
  expect(errorWords("/amount/value must have at most 2 decimals")).toBe(
    "Amount must have at most 2 decimals",
  );
  expect(errorWords("there is no transfer with this id")).toBe("There is no transfer with this id");
  expect(errorWords("must be 1/2")).toBe("Must be 1/2");
});
