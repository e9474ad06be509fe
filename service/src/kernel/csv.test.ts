import { expect, test } from "vitest";
import { csvCell } from "./csv.ts";

const invisible = ["", " ", "\u00a0", "\u200b", "\u2060", "\ufeff", "\u3000", "\u0001", " \t\u200d "];
const signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠"];

test("a text that a spreadsheet may run as a formula begins with an apostrophe, whatever invisible precedes it", () => {
  for (const before of invisible) {
    for (const sign of signs) expect(csvCell(`${before}${sign}HYPERLINK(1)`)).toMatch(/^"?'/);
  }
});

test("other texts and negative amounts are unchanged", () => {
  for (const text of ["", " ", "Acme", " Acme", "a=b", "-12.50", "\u200bAcme"])
    expect(csvCell(text)).toBe(text);
});
