import { expect, test } from "vitest";
import { accountRequest, valuesOf, withoutOwner } from "./account-form.ts";
import { exampleAccount } from "./example-account.ts";

test("form values filled from a request produce the same request", () => {
  expect(accountRequest(valuesOf(exampleAccount), 1)).toEqual(exampleAccount);
});

test("blank optional fields are omitted", () => {
  const values = { ...valuesOf(exampleAccount), "/name": "  ", "/tos_attestation/version": "" };
  const { name, tos_attestation } = accountRequest(values, 1);
  expect(name).toBeUndefined();
  expect(tos_attestation).toEqual({ accepted_at: "2026-01-05T10:50:00.000Z" });
});

test("removing an owner shifts the later owners up and keeps each owner's SSN", () => {
  const [first] = exampleAccount.beneficial_owners ?? [];
  const second = { ...exampleAccount.business_controller, first_name: "Third", ssn: "514-22-1111" };
  const both = valuesOf({ ...exampleAccount, beneficial_owners: [first, second] });
  expect(accountRequest(withoutOwner(both, 0), 1).beneficial_owners).toEqual([second]);
  expect(accountRequest(withoutOwner(both, 1), 1).beneficial_owners).toEqual([first]);
});
