import fc from "fast-check";
import { expect, test } from "vitest";
import { slipsOf } from "./slips.ts";

const number = fc.stringMatching(/^\d{1,17}$/);

test("a slip is one digit wrong, missing or too many, or two neighbours that changed places", () => {
  const slips = slipsOf("1230");
  for (const slip of ["1239", "0230", "123", "230", "12300", "91230", "2130", "1203"]) {
    expect(slips).toContain(slip);
  }
  for (const other of ["1230", "1100", "3210", "12", "123000"]) expect(slips).not.toContain(other);
});

test("whoever slips can slip back", () => {
  fc.assert(
    fc.property(number, (text) => {
      for (const slip of slipsOf(text)) expect(slipsOf(slip).has(text)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test("no number is a slip of itself, and there are never more than some hundreds", () => {
  fc.assert(
    fc.property(number, (text) => {
      const slips = slipsOf(text);
      expect(slips.has(text)).toBe(false);
      expect(slips.size).toBeLessThanOrEqual(22 * (text.length + 1));
    }),
  );
});
