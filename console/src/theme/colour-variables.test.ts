import { DEFAULT_THEME } from "@mantine/core";
import { expect, test } from "vitest";
import { darkVariables, lightVariables, surfaces } from "./colour-variables.ts";
import { contrast } from "./contrast.ts";

const enough = 4.5;
const colours = Object.entries(DEFAULT_THEME.colors).filter(([name]) => name !== "dark");

test("contrast is reckoned as WCAG does", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test.each(colours)("%s can be read on light pages", (name, shades) => {
  expect(unreadable(lightVariables(name, shades), name, Object.values(surfaces.light))).toEqual([]);
});

test.each(colours)("%s can be read on dark pages", (name, shades) => {
  expect(unreadable(darkVariables(name, shades), name, Object.values(surfaces.dark))).toEqual([]);
});

function unreadable(
  variables: Record<string, string>,
  name: string,
  pages: readonly string[],
): readonly string[] {
  const of = (use: string) => variables[`--mantine-color-${name}-${use}`] ?? "";
  const pairs = [
    ["#ffffff", of("filled")],
    ["#ffffff", of("filled-hover")],
    [of("light-color"), of("light")],
    [of("light-color"), of("light-hover")],
    ...pages.flatMap((page) => [
      [of("text"), page],
      [of("outline"), page],
    ]),
  ] as const;
  return pairs
    .filter(([one = "", other = ""]) => !(contrast(one, other) >= enough))
    .map((pair) => pair.join(" on "));
}
