import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amountProblem, editedAmount, enteredDecimal, shownAmount } from "./amount-entry.ts";

const empty = { value: "", asTyped: undefined };

/** The field after characters were typed at its end. */
function typing(text: string) {
  let field: Parameters<typeof editedAmount>[0] = empty;
  for (const inserted of text) {
    const next = `${shownAmount(field.value, field.asTyped)}${inserted}`;
    field = editedAmount(field, { text: next, caret: next.length, inserted });
  }
  return {
    value: field.value,
    shown: shownAmount(field.value, field.asTyped),
    left: shownAmount(field.value, undefined),
  };
}

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
    expect(typing("1,2345")).toEqual({ value: "1,2345", shown: "1,2345", left: "1,2345" });
    expect(amountProblem("1,2345", { decimals: 2 })).toBe("Enter an amount like 1250.00.");
    expect(typing("$1,250.5")).toEqual({ value: "1250.5", shown: "$1,250.5", left: "1,250.5" });
    expect(typing("12345.50")).toEqual({ value: "12345.50", shown: "12,345.50", left: "12,345.50" });
  });

  test("keeps the user's separators when it is continued later", () => {
    const left = { value: "1,5", asTyped: undefined };
    expect(editedAmount(left, { text: "1,50", caret: 4, inserted: "0" })).toEqual({
      value: "1,50",
      asTyped: "1,50",
      caret: 4,
    });
  });

  test("is replaced as a whole", () => {
    const before = { value: "1250", asTyped: undefined };
    expect(editedAmount(before, { text: "75", caret: 2, inserted: "75" }).value).toBe("75");
    expect(editedAmount(before, { text: "1,5", caret: 3, inserted: "1,5" }).value).toBe("1,5");
    expect(editedAmount(before, { text: "1,5", caret: 3, inserted: "5" }).value).toBe("15");
  });

  test("is deleted across separators", () => {
    const before = { value: "1250", asTyped: undefined };
    const backspace = { text: "1250", caret: 1, inserted: "" };
    expect(editedAmount(before, backspace)).toEqual({ ...before, caret: 1 });
    expect(editedAmount(before, { ...backspace, isForwardDeletion: true })).toEqual({ ...before, caret: 2 });
  });

  test("has the digits of all edits in their place, grouped, and the caret after the last of them", () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.stringMatching(/^\d{0,4}\.?\d{0,2}$/)), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(edits, (sequence) => {
        let field: Parameters<typeof editedAmount>[0] = empty;
        for (const [one, other, inserted] of sequence) {
          const shown = shownAmount(field.value, field.asTyped);
          const [start = 0, end = 0] = [one, other]
            .map((at) => at % (shown.length + 1))
            .sort((a, b) => a - b);
          const [head, tail] = [shown.slice(0, start), shown.slice(end)];
          const text = `${head}${inserted}${tail}`;
          const edited = editedAmount(field, { text, caret: start + inserted.length, inserted });
          expect(edited.value).toBe(text.replaceAll(",", ""));
          const after = shownAmount(edited.value, edited.asTyped);
          expect(after.slice(0, edited.caret).replaceAll(",", "")).toBe(
            `${head}${inserted}`.replaceAll(",", ""),
          );
          if (/^\d+(\.\d*)?$/.test(edited.value)) expect(after).toMatch(/^\d{1,3}(,\d{3})*(\.\d*)?$/);
          expect(after.replaceAll(",", "")).toBe(edited.value);
          field = edited;
        }
      }),
    );
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
