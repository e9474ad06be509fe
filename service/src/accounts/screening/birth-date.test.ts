import { describe, expect, test } from "vitest";
import { weighBirthDate } from "./birth-date.ts";

const day = { text: "12 Mar 1960", from: "1960-03-12", to: "1960-03-12", isCirca: false };
const year = { text: "1972", from: "1972-01-01", to: "1972-12-31", isCirca: false };
const circa = { text: "circa 1980", from: "1980-01-01", to: "1980-12-31", isCirca: true };

describe("effect of a birth date on the score of a name", () => {
  test.each([
    ["the same day raises it", "1960-03-12", [day], "equal", 30],
    ["a day in the year of the entry raises it", "1972-08-01", [year], "equal", 30],
    ["any of several dates counts", "1972-08-01", [day, year], "equal", 30],
    ["another day of that year does not change it", "1960-12-03", [day], "near", 0],
    ["two years apart do not change it", "1958-01-01", [day], "near", 0],
    ["three years apart lower it", "1963-01-01", [day], "differs", -150],
    ["circa covers five years", "1985-12-31", [circa], "near", 0],
    ["and not six years", "1986-01-01", [circa], "differs", -150],
    ["without a date of the entry nothing is compared", "1984-01-01", [], "not_compared", 0],
    ["nor without a date of the subject", undefined, [day], "not_compared", 0],
  ] as const)("%s", (_, birthDate, sanctioned, effect, change) => {
    const texts = sanctioned.map(({ text }) => text);
    expect(weighBirthDate(birthDate, sanctioned, { isSameName: false })).toEqual({
      effect,
      change,
      sanctioned: texts,
    });
  });

  test("a different date does not clear an identical name", () => {
    expect(weighBirthDate("1999-01-01", [day], { isSameName: true })).toMatchObject({
      effect: "kept",
      change: 0,
    });
  });
});
