import { expect, test } from "vitest";
import { moneyTitle, moneyWords } from "./money-words.ts";

test("dollars have their sign, tokens their code", () => {
  expect(moneyWords("1255.01", "USD")).toBe("$1,255.01");
  expect(moneyWords("-5.00", "USD")).toBe("−$5.00");
  expect(moneyWords("1250.000001", "FUSD")).toBe("1,250.000001 FUSD");
});

test("a title leads with the money, then says what became of it", () => {
  const amount = { value: "55.01", currency: "USD" };
  expect(moneyTitle({ amount, status: "failed", reason: "R01 insufficient funds" })).toBe(
    "$55.01 · Failed: R01 insufficient funds",
  );
  expect(moneyTitle({ amount, status: "complete" })).toBe("$55.01 · Complete");
});
