import { expect, test } from "vitest";
import { reasonText } from "./reason-codes.ts";

test("common codes have a description, unknown codes have none", () => {
  const common = "AC01 AC03 AC04 AC06 AG01 AM04 AM09 BE04 CUST DUPL FOCR MS02 MS03 NARR RC01 RR04 TM01";
  for (const code of common.split(" ")) expect(reasonText(code)).toMatch(/^[A-Z][a-z' -]+/);
  expect(reasonText("ZZ99")).toBeUndefined();
  expect(reasonText("toString")).toBeUndefined();
});
