import fc from "fast-check";
import { expect, test } from "vitest";
import { maskedLastFour, maskedName } from "./mask.ts";

test.each([
  ["12-3456789", "*****6789"],
  ["123-45-6789", "*****6789"],
  ["GB29 NWBK", "*****NWBK"],
  ["1234", "*****"],
  ["", "*****"],
])("%j is masked as %j", (text, shown) => {
  expect(maskedLastFour(text)).toBe(shown);
});

test("a masked number shows at most four characters and hides its length", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(maskedLastFour(text)).toMatch(/^\*{5}(?:[0-9A-Za-z]{4})?$/);
    }),
  );
});

test("a masked name shows first letters only", () => {
  expect(maskedName("Wilhelmina  van der Quack Sisters")).toBe("W… v… d… Q…");
  expect(maskedName("")).toBe("");
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const word of maskedName(text)
        .split(" ")
        .filter((each) => each !== "")) {
        expect(Array.from(word)).toHaveLength(2);
      }
    }),
  );
});
