import type { MantineColorsTuple } from "@mantine/core";
import { mixed, readable } from "./contrast.ts";

export const surfaces = {
  light: { body: "#ffffff", canvas: "#f6f7f9" },
  dark: { body: "#16191d", canvas: "#101215" },
} as const;

const white = "#ffffff";
const black = "#000000";

type Variables = Record<string, string>;

/** Mantine's variables of one color in light mode, adjusted to be readable. */
export function lightVariables(name: string, shades: MantineColorsTuple): Variables {
  const filled = readable(shades[6] ?? black, [white], black);
  const tint = mixed(shades[0] ?? white, shades[1] ?? white, 0.5);
  const strongerTint = shades[1] ?? tint;
  const text = readable(
    shades[6] ?? black,
    [surfaces.light.body, surfaces.light.canvas, strongerTint],
    black,
  );
  return named(name, {
    filled,
    "filled-hover": mixed(filled, black, 0.12),
    light: tint,
    "light-hover": strongerTint,
    "light-color": readable(shades[8] ?? black, [tint, strongerTint], black),
    outline: text,
    text,
  });
}

/** The same for dark mode: tints are the dark background mixed with a little of the color. */
export function darkVariables(name: string, shades: MantineColorsTuple): Variables {
  const filled = readable(shades[6] ?? black, [white], black);
  const tint = mixed(surfaces.dark.body, shades[6] ?? white, 0.17);
  const strongerTint = mixed(surfaces.dark.body, shades[6] ?? white, 0.24);
  const text = readable(shades[4] ?? white, [surfaces.dark.body, surfaces.dark.canvas, strongerTint], white);
  return named(name, {
    filled,
    "filled-hover": mixed(filled, black, 0.12),
    light: tint,
    "light-hover": strongerTint,
    "light-color": readable(shades[3] ?? white, [tint, strongerTint], white),
    outline: text,
    text,
  });
}

function named(name: string, values: Variables): Variables {
  return Object.fromEntries(
    Object.entries(values).map(([use, value]) => [`--mantine-color-${name}-${use}`, value]),
  );
}
