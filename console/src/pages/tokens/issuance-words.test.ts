import { expect, test } from "vitest";
import { issuanceTitle } from "./issuance-words.ts";

test("a token is being issued only for as long as it is", () => {
  expect(issuanceTitle({ value_type: "ACME", status: "pending" })).toBe("ACME is being issued");
  expect(issuanceTitle({ value_type: "ACME", status: "active" })).toBe("ACME is issued");
  expect(issuanceTitle({ value_type: "ACME", status: "failed" })).toBe("ACME is not issued on every chain");
});
