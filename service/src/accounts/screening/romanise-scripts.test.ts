import { describe, expect, test } from "vitest";
import { normaliseName } from "./normalise-name.ts";
import { romanise } from "./romanise.ts";

describe("readings", () => {
  test.each([
    ["محمد علي", "MUHAMMAD ALI"],
    ["عبد الرحمن", "ABD AL RAHMAN"],
    ["أُسَامَة", "USAMA"],
    ["طرازي", "TRAZI"],
    ["گلپور", "GLPUR"],
    ["陈国龙", "CHEN GUO LONG"],
    ["陳國龍", "CHEN GUO LONG"],
  ])("%s is %s", (name, expected) => {
    expect(romanise(name).trim().replaceAll(/\s+/g, " ")).toBe(expected);
  });
});

test("a name with such a reading is never clear", () => {
  for (const name of ["محمد علي", "陈国龙", "Chen 国龙"]) {
    expect(normaliseName(name, "individual").isReadable).toBe(false);
  }
});
