import { describe, expect, test } from "vitest";
import { weighBirthDate } from "./birth-date.ts";

const day = { text: "12 Mar 1960", from: "1960-03-12", to: "1960-03-12", isCirca: false };
const year = { text: "1972", from: "1972-01-01", to: "1972-12-31", isCirca: false };
const circa = { text: "circa 1980", from: "1980-01-01", to: "1980-12-31", isCirca: true };

describe("effect of a birth date on the score of a name", () => {
  test.each([
    ["the very day lifts it", "1960-03-12", [day], "equal", 30],
    ["a day of the listed year lifts it", "1972-08-01", [year], "equal", 30],
    ["any of several dates will do", "1972-08-01", [day, year], "equal", 30],
    ["another day of that year leaves it", "1960-12-03", [day], "near", 0],
    ["two years apart leave it", "1958-01-01", [day], "near", 0],
    ["three years apart lower it", "1963-01-01", [day], "differs", -150],
    ["about means five years", "1985-12-31", [circa], "near", 0],
    ["and not six", "1986-01-01", [circa], "differs", -150],
    ["without a listed date nothing is compared", "1984-01-01", [], "not_compared", 0],
    ["without a date of the subject neither", undefined, [day], "not_compared", 0],
  ] as const)("%s", (_, birthDate, sanctioned, effect, change) => {
    const texts = sanctioned.map(({ text }) => text);
    expect(weighBirthDate(birthDate, sanctioned, { isSameName: false })).toEqual({
      effect,
      change,
      sanctioned: texts,
    });
  });

  test("a date that differs does not clear the very same name", () => {
    expect(weighBirthDate("1999-01-01", [day], { isSameName: true })).toMatchObject({
      effect: "kept",
      change: 0,
    });
  });
});
