import { expect, test } from "vitest";
import { railSystems } from "../rail.ts";
import { kindOfTransactionCode, transactionCodes } from "./transaction-codes.ts";

test("each written code identifies its rail and whether it is a return", () => {
  const returns = new Set<string>(["cameBack", "pulledBack", "givenBack"]);
  for (const [what, codes] of Object.entries(transactionCodes)) {
    for (const [system, code] of Object.entries(codes)) {
      expect(railSystems).toContain(system);
      expect(kindOfTransactionCode(code)).toEqual({ system, isReturn: returns.has(what) });
    }
  }
});

test("a fee, a proprietary code and a missing code belong to no rail", () => {
  for (const code of ["ACMT/MDOP/FEES", "PMNT/CCRD/CWDL", "195", "", undefined]) {
    expect(kindOfTransactionCode(code)).toBeUndefined();
  }
});
