import { expect, test } from "vitest";
import { readAmount } from "./search-transfers.ts";

test("a searched amount may have a dollar sign and thousands separators", () => {
  const amount = { units: 1_250_000_000n, cents: 125_000n };
  for (const text of ["1250", "1250.00", "1,250.00", "$1,250", "$ 1,250.00"])
    expect(readAmount(text)).toEqual(amount);
  expect(readAmount("1,234,567.891")).toEqual({ units: 1_234_567_891_000n, cents: undefined });
});

test("a text that is no amount is not guessed", () => {
  for (const text of ["1,5", "1,2345", "12,50.00", "R01", ""]) expect(readAmount(text)).toBeUndefined();
});
