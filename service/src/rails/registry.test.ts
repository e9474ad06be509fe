import { expect, test } from "vitest";
import { bankRails, isDebit, paymentSystemOf, railOf, railSystems, returnRailOf, systemOf } from "./rail.ts";

test("a rail has a payment system of the registry, and every payment system has a rail", () => {
  expect(new Set(bankRails.map(systemOf))).toEqual(new Set(railSystems));
});

// Constraints of the tables `addresses` and `treasury_withdrawals` depend on it.
test("the name of a rail ends with _debit if, and only if, it is a debit", () => {
  for (const rail of bankRails) expect(rail.endsWith("_debit"), rail).toBe(isDebit(rail));
});

test("an incoming payment is returned by a credit of its own payment system", () => {
  for (const system of railSystems) {
    expect(systemOf(returnRailOf(system))).toBe(system);
    expect(isDebit(returnRailOf(system))).toBe(false);
  }
});

test("each clearing system code belongs to one payment system", () => {
  const codes = railSystems.flatMap((system) => paymentSystemOf(system).clearingSystems);
  expect(new Set(codes).size).toBe(codes.length);
});

test("display names are unique and fit into a sentence", () => {
  const names = bankRails.map((rail) => railOf(rail).name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^(?:[a-z]|[A-Z][A-Za-z]*[A-Z])/);
});
