import { expect, test } from "vitest";
import { doubtWords, placeWords } from "./flag-words.ts";

test.each([
  ["/ein", "Business EIN"],
  ["/phone_number", "Business telephone"],
  ["/business_controller/phone_number", "Controller's telephone"],
  ["/business_controller/ssn", "Controller's SSN"],
  ["/beneficial_owners/0/dob", "Owner 1's birth date"],
  ["/ultimate_beneficial_owners/1/address", "Owner 2's address"],
  ["/beneficial_owners", "Owners"],
  ["/business_controller/shoe_size", "Controller's shoe size"],
])("%s is told as %s", (pointer, words) => {
  expect(placeWords(pointer)).toBe(words);
});

test("an operator is not told of accounts as if they managed them", () => {
  const detail = "another account that you manage has this EIN";
  expect(doubtWords({ code: "ein_already_used", detail })).not.toContain("you");
  expect(doubtWords({ code: "phone_fictional", detail: "is kept for fiction" })).toBe("is kept for fiction");
});
