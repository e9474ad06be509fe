import { expect, test } from "vitest";
import { rowsCsv } from "./rows-csv.ts";

test("selected rows have a column for each value, also of objects that are missing in some rows", () => {
  const rows = [
    { id: "1", amount: { value: "-5.00", currency: "USD" }, hold: null, codes: ["R01", "R10"], lines: [{}] },
    { id: "2", amount: { value: "7.00", currency: "USD" }, hold: { reason: "=1+1" }, codes: [], lines: [] },
  ];
  expect(rowsCsv(rows).split("\r\n")).toEqual([
    "id,amount_value,amount_currency,codes,hold_reason,lines",
    "1,-5.00,USD,R01 R10,,",
    "2,7.00,USD,,'=1+1,",
    "",
  ]);
});
