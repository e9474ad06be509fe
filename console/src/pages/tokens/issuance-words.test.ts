import { expect, test } from "vitest";
import { issuanceTitle } from "./issuance-words.ts";

test("the issuance title follows the token's status", () => {
  expect(issuanceTitle({ value_type: "ACME", status: "pending" })).toBe("ACME is being issued");
  expect(issuanceTitle({ value_type: "ACME", status: "active" })).toBe("ACME is issued");
  expect(issuanceTitle({ value_type: "ACME", status: "failed" })).toBe(
    "ACME could not be deployed on every chain",
  );
});
