import { expect, test } from "vitest";
import { ageWords, targetWords } from "./claim.ts";

test("ages and pending requests have words", () => {
  expect(ageWords("60+")).toBe("More than 60 days");
  expect(targetWords("write_off/treasury")).toBe("a write-off from treasury");
  expect(targetWords("repay/check 17/a")).toBe("a repayment, reference check 17/a");
});
