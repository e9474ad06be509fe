import { expect, test } from "vitest";
import { accountRequest, valuesOf, withoutOwner } from "./account-form.ts";
import { exampleAccount } from "./example-account.ts";

test("what was filled in from a request is that request again", () => {
  expect(accountRequest(valuesOf(exampleAccount), 1)).toEqual(exampleAccount);
});

test("what is blank and may be left out is left out", () => {
  const values = { ...valuesOf(exampleAccount), "/name": "  ", "/tos_attestation/version": "" };
  const { name, tos_attestation } = accountRequest(values, 1);
  expect(name).toBeUndefined();
  expect(tos_attestation).toEqual({ accepted_at: "2026-01-05T10:50:00.000Z" });
});

test("when an owner goes, those behind move up and nobody's number is mixed up", () => {
  const [first] = exampleAccount.beneficial_owners ?? [];
  const second = { ...exampleAccount.business_controller, first_name: "Third", ssn: "514-22-1111" };
  const both = valuesOf({ ...exampleAccount, beneficial_owners: [first, second] });
  expect(accountRequest(withoutOwner(both, 0), 1).beneficial_owners).toEqual([second]);
  expect(accountRequest(withoutOwner(both, 1), 1).beneficial_owners).toEqual([first]);
});
