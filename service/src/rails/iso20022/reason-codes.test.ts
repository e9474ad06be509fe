import { expect, test } from "vitest";
import { cannotReceive, reasonText } from "./reason-codes.ts";

test("common codes have a description, unknown codes have none", () => {
  const common = "AC01 AC03 AC04 AC06 AG01 AM04 AM09 BE04 CUST DUPL FOCR MS02 MS03 NARR RC01 RR04 TM01";
  for (const code of common.split(" ")) expect(reasonText(code)).toMatch(/^[A-Z][a-z' -]+/);
  expect(reasonText("ZZ99")).toBeUndefined();
  expect(reasonText("toString")).toBeUndefined();
});

test("only a bank that does not take the payment cannot receive it", () => {
  for (const code of "AB08 AC14 AG01 AG03 NOAT RC04 9910 9912 9947".split(" ")) {
    expect(cannotReceive(code), code).toBe(true);
    expect(reasonText(code), code).toBeDefined();
  }
  for (const code of "AB03 AB05 AC03 AC04 AC06 AM04 AM05 BE04 DUPL FRAD MS03 NARR RR04 TECH".split(" "))
    expect(cannotReceive(code), code).toBe(false);
});
