import { expect, test } from "vitest";
import { correctsAccount, readCorrectedData } from "./corrected-data.ts";

const nothing = { routingNumber: undefined, accountNumber: undefined, accountType: undefined };

test.each([
  ["C01", "9876543210", { accountNumber: "9876543210" }],
  ["C01", "98-76 543210ABCDE", { accountNumber: "98-76 543210ABCDE" }],
  ["C02", "021000021", { routingNumber: "021000021" }],
  ["C03", "021000021   9876543210", { routingNumber: "021000021", accountNumber: "9876543210" }],
  [
    "C03",
    "021000021   12345678901234567",
    { routingNumber: "021000021", accountNumber: "12345678901234567" },
  ],
  ["C05", "37", { accountType: "savings" }],
  ["C05", "22", { accountType: "checking" }],
  ["C06", "9876543210          32", { accountNumber: "9876543210", accountType: "savings" }],
  ["C06", "12345678901234567   27", { accountNumber: "12345678901234567", accountType: "checking" }],
  [
    "C07",
    "0210000219876543210       32",
    { routingNumber: "021000021", accountNumber: "9876543210", accountType: "savings" },
  ],
  [
    "C07",
    "0210000211234567890123456732",
    { routingNumber: "021000021", accountNumber: "12345678901234567", accountType: "savings" },
  ],
])("%s: %s", (code, data, corrected) => {
  expect(correctsAccount(code)).toBe(true);
  expect(readCorrectedData(code, data)).toEqual({ ...nothing, ...corrected });
});

test.each([
  ["C01", ""],
  ["C01", "123456789012345678"],
  ["C02", "021000022"],
  ["C02", "02100002"],
  ["C02", "021000021 9"],
  ["C03", "0210000219876543210"],
  ["C05", "42"],
  ["C05", "99"],
  ["C06", "9876543210"],
  ["C07", "021000021987654321032"],
  ["C07", "021000022 9876543210   32"],
])("%s: %s is malformed", (code, data) => {
  expect(readCorrectedData(code, data)).toBeUndefined();
});

test("other change codes correct no account data", () => {
  for (const code of ["C04", "C08", "C09", "C10", "C13", "C14", "C61"]) {
    expect([correctsAccount(code), readCorrectedData(code, "021000021")]).toEqual([false, undefined]);
  }
});
