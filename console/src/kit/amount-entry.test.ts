import { describe, expect, test } from "vitest";
import { amountProblem, enteredDecimal, shownAmount } from "./amount-entry.ts";

describe("an entered amount", () => {
  test("may have a currency sign, spaces and thousands separators", () => {
    expect(enteredDecimal(" $1,250.50 ")).toBe("1250.50");
    expect(enteredDecimal("1,234,567")).toBe("1234567");
    expect(enteredDecimal("12 500.5")).toBe("12500.5");
  });

  test("is not guessed: a decimal comma stays, and is refused", () => {
    expect(enteredDecimal("1,5")).toBe("1,5");
    expect(enteredDecimal("1,25")).toBe("1,25");
    expect(amountProblem("1,5", { decimals: 2 })).toBe("Enter an amount like 1250.00.");
  });

  test("is read as a whole, however it is typed", () => {
    const typing = (text: string) => {
      let [value, shown] = ["", shownAmount("", "")];
      for (const character of text) {
        const typed = `${shown}${character}`;
        value = enteredDecimal(typed);
        shown = shownAmount(value, typed);
      }
      return { value, shown, left: shownAmount(value, undefined) };
    };
    expect(typing("1,2345")).toEqual({ value: "1,2345", shown: "1,2345", left: "1,2345" });
    expect(amountProblem("1,2345", { decimals: 2 })).toBe("Enter an amount like 1250.00.");
    expect(typing("$1,250.5")).toEqual({ value: "1250.5", shown: "$1,250.5", left: "1,250.5" });
  });

  test("is what the form sets, while it has the focus, too", () => {
    expect(shownAmount("99.00", "1,250")).toBe("99.00");
  });

  test("is refused with a reason", () => {
    expect(amountProblem("", { decimals: 2 })).toBe("Enter an amount.");
    expect(amountProblem("0.00", { decimals: 2 })).toBe("The amount must be greater than zero.");
    expect(amountProblem("1.234", { decimals: 2 })).toBe("Use at most 2 decimals.");
    expect(amountProblem("1.234567", { decimals: 6 })).toBeUndefined();
    expect(amountProblem("1500.01", { decimals: 2, available: "1500.000000" })).toBe(
      "Only 1,500.000000 is available.",
    );
    expect(amountProblem("1500", { decimals: 2, available: "1500.00" })).toBeUndefined();
  });
});
