import { expect, test } from "vitest";
import { setTransferTypes } from "../../kit/transfer-type-words.ts";
import { servedTransferTypes } from "../../kit/transfer-types.fixture.ts";
import { emptyToken, namesProblems, withChain } from "./new-token.ts";

setTransferTypes(servedTransferTypes);

test("invalid names are reported by field", () => {
  expect(namesProblems(emptyToken)).toEqual({
    name: expect.any(String),
    valueType: expect.any(String),
  });
  expect(namesProblems({ ...emptyToken, name: "Acme Dollar", valueType: "ACMEUSD" })).toEqual({});
  expect(namesProblems({ ...emptyToken, name: "x", valueType: "AC-ME" })).toHaveProperty("valueType");
  expect(namesProblems({ ...emptyToken, name: "x".repeat(65), valueType: "ACME" })).toHaveProperty("name");
});

test("chains keep a fixed order, regardless of the order of selection", () => {
  const both = withChain(withChain(emptyToken, "stellar", true), "ethereum", true);
  expect(both.chains).toEqual(["ethereum", "base", "stellar"]);
  expect(withChain(both, "base", false).chains).toEqual(["ethereum", "stellar"]);
});
