import { expect, test } from "vitest";
import { emptyToken, namesProblems, withChain } from "./new-token.ts";

test("names are complained about by field, and good ones are not", () => {
  expect(namesProblems(emptyToken)).toEqual({
    name: expect.any(String),
    valueType: expect.any(String),
  });
  expect(namesProblems({ ...emptyToken, name: "Acme Dollar", valueType: "ACMEUSD" })).toEqual({});
  expect(namesProblems({ ...emptyToken, name: "x", valueType: "AC-ME" })).toHaveProperty("valueType");
  expect(namesProblems({ ...emptyToken, name: "x".repeat(65), valueType: "ACME" })).toHaveProperty("name");
});

test("chains stand in one order, however they were chosen", () => {
  const both = withChain(withChain(emptyToken, "stellar", true), "ethereum", true);
  expect(both.chains).toEqual(["ethereum", "base", "stellar"]);
  expect(withChain(both, "base", false).chains).toEqual(["ethereum", "stellar"]);
});
