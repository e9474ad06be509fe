import { expect, test } from "vitest";
import { flagWords, placeWords } from "./flag-words.ts";

test.each([
  ["/ein", "Business EIN"],
  ["/phone_number", "Business phone"],
  ["/business_controller/phone_number", "Controller's phone"],
  ["/business_controller/ssn", "Controller's SSN"],
  ["/beneficial_owners/0/dob", "Owner 1's date of birth"],
  ["/ultimate_beneficial_owners/1/address", "Owner 2's address"],
  ["/beneficial_owners", "Owners"],
  ["/business_controller/shoe_size", "Controller's shoe size"],
])("%s is displayed as %s", (pointer, words) => {
  expect(placeWords(pointer)).toBe(words);
});

test("messages for the account's manager are rephrased for operators", () => {
  const detail = "another account that you manage has this EIN";
  expect(flagWords({ code: "ein_already_used", detail })).not.toContain("you");
  expect(flagWords({ code: "phone_fictional", detail: "is fictional" })).toBe("is fictional");
});
