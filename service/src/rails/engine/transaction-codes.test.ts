import { expect, test } from "vitest";
import { paymentSystemOf, railSystems } from "../rail.ts";
import { kindOfTransactionCode } from "./transaction-codes.ts";

test("each written code identifies its payment system and whether it is a return", () => {
  const returns = new Set<string>(["cameBack", "pulledBack", "givenBack"]);
  for (const system of railSystems) {
    for (const [what, code] of Object.entries(paymentSystemOf(system).transactionCodes)) {
      const kind = kindOfTransactionCode(code);
      expect(kind?.systems).toContain(system);
      expect(kind?.isReturn).toBe(returns.has(what));
    }
  }
});

test("a sub-family of ACH excludes wires", () => {
  expect(kindOfTransactionCode("PMNT/RCDT/ACDT")?.systems).toEqual(["ach"]);
  expect(kindOfTransactionCode("PMNT/RCDT/ESCT")?.systems).toEqual(["wire"]);
});

test("a fee, a proprietary code and a missing code belong to no rail", () => {
  for (const code of ["ACMT/MDOP/FEES", "PMNT/CCRD/CWDL", "195", "", undefined]) {
    expect(kindOfTransactionCode(code)).toBeUndefined();
  }
});
