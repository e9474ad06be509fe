import { DEFAULT_THEME } from "@mantine/core";
import { expect, test } from "vitest";
import { darkVariables, lightVariables, surfaces } from "./colour-variables.ts";
import { contrast } from "./contrast.ts";

const minContrast = 4.5;
const colours = Object.entries(DEFAULT_THEME.colors).filter(([name]) => name !== "dark");

test("contrast is computed as WCAG defines it", () => {
  expect(contrast("#000000", "#ffffff")).toBe(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test.each(colours)("%s is readable in light mode", (name, shades) => {
  expect(unreadable(lightVariables(name, shades), name, Object.values(surfaces.light))).toEqual([]);
});

test.each(colours)("%s is readable in dark mode", (name, shades) => {
  expect(unreadable(darkVariables(name, shades), name, Object.values(surfaces.dark))).toEqual([]);
});

function unreadable(
  variables: Record<string, string>,
  name: string,
  pages: readonly string[],
): readonly string[] {
  const variable = (use: string) => variables[`--mantine-color-${name}-${use}`] ?? "";
  const pairs = [
    ["#ffffff", variable("filled")],
    ["#ffffff", variable("filled-hover")],
    [variable("light-color"), variable("light")],
    [variable("light-color"), variable("light-hover")],
    ...pages.flatMap((page) => [
      [variable("text"), page],
      [variable("outline"), page],
    ]),
  ] as const;
  return pairs
    .filter(([foreground = "", background = ""]) => !(contrast(foreground, background) >= minContrast))
    .map((pair) => pair.join(" on "));
}
