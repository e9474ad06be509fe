import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jaro, jaroWinkler } from "./jaro-winkler.ts";

describe("published values", () => {
  // Most of these pairs are from Winkler's papers on record linkage, to three digits.
  test.each([
    ["MARTHA", "MARHTA", 0.944, 0.961],
    ["DIXON", "DICKSONX", 0.767, 0.813],
    ["DWAYNE", "DUANE", 0.822, 0.84],
    ["JELLYFISH", "SMELLYFISH", 0.896, 0.896],
    ["SHACKLEFORD", "SHACKELFORD", 0.97, 0.982],
    ["DUNNINGHAM", "CUNNIGHAM", 0.896, 0.896],
    ["NICHLESON", "NICHULSON", 0.926, 0.956],
    ["JONES", "JOHNSON", 0.79, 0.832],
    ["MASSEY", "MASSIE", 0.889, 0.933],
    ["ABROMS", "ABRAMS", 0.889, 0.922],
    ["JERALDINE", "GERALDINE", 0.926, 0.926],
    ["MICHELLE", "MICHAEL", 0.869, 0.921],
    ["JULIES", "JULIUS", 0.889, 0.933],
    ["TANYA", "TONYA", 0.867, 0.88],
    ["SEAN", "SUSAN", 0.783, 0.805],
    ["JON", "JOHN", 0.917, 0.933],
    ["CRATE", "TRACE", 0.733, 0.733],
    ["ABC", "XYZ", 0, 0],
    ["", "", 1, 1],
    ["A", "", 0, 0],
  ])("%s and %s: Jaro %d, Jaro-Winkler %d", (left, right, plain, raised) => {
    expect(jaro(left, right)).toBeCloseTo(plain, 3);
    expect(jaroWinkler(left, right)).toBeCloseTo(raised, 3);
  });
});

const word = fc.string({ unit: fc.constantFrom(...Array.from("ABCDE")), maxLength: 12 });

test("similarity is between 0 and 1, exactly 1 for equal words, and Winkler never lowers it", () => {
  fc.assert(
    fc.property(word, word, (left, right) => {
      const plain = jaro(left, right);
      const raised = jaroWinkler(left, right);
      expect(raised).toBeGreaterThanOrEqual(plain);
      expect(raised).toBeLessThanOrEqual(1);
      expect(raised === 1).toBe(left === right);
    }),
  );
});

test("similarity is symmetric", () => {
  fc.assert(
    fc.property(word, word, (left, right) => {
      expect(jaroWinkler(left, right)).toBeCloseTo(jaroWinkler(right, left), 12);
    }),
    { numRuns: 2_000 },
  );
});
