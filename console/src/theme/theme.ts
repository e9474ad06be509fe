import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineTheme,
} from "@mantine/core";
import { darkVariables, lightVariables, surfaces } from "./colour-variables.ts";

/** Based on the gold of the icon, which is the sixth shade. The seventh carries white text. */
const gold: MantineColorsTuple = [
  "#fdf6e7",
  "#f6e7c6",
  "#ecd198",
  "#e0b965",
  "#d4a440",
  "#c8962e",
  "#8a6212",
  "#7a5610",
  "#65470e",
  "#4d360b",
];

/** Mantine's gray, except for the two shades used for secondary text. */
const gray: MantineColorsTuple = [
  "#f8f9fa",
  "#f1f3f5",
  "#e9ecef",
  "#dee2e6",
  "#ced4da",
  "#9aa3ac",
  "#5c656e",
  "#495057",
  "#343a40",
  "#212529",
];

/** From text to the darkest background. */
const dark: MantineColorsTuple = [
  "#e3e6ea",
  "#c3c9d0",
  "#a3acb8",
  "#7d8793",
  "#31373e",
  "#262b31",
  "#1d2126",
  "#16191d",
  "#101215",
  "#0b0d0f",
];

const systemFont =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';
const monospaceFont = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';
/** Mantine renders a dialog's title in a header element, which must not become a banner landmark. */
const dialogDefaults = {
  closeButtonProps: { "aria-label": "Close" },
  attributes: { header: { role: "none" } },
};

export const theme = createTheme({
  primaryColor: "gold",
  primaryShade: 6,
  colors: { gold, gray, dark },
  black: "#16191d",
  fontFamily: systemFont,
  fontFamilyMonospace: monospaceFont,
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  headings: {
    fontFamily: systemFont,
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "1.5rem", lineHeight: "1.3" },
      h2: { fontSize: "1.375rem", lineHeight: "1.3" },
      h3: { fontSize: "1.125rem", lineHeight: "1.35" },
      h4: { fontSize: "1rem", lineHeight: "1.4" },
      h5: { fontSize: "0.9375rem", lineHeight: "1.4" },
      h6: { fontSize: "0.875rem", lineHeight: "1.4" },
    },
  },
  defaultRadius: "sm",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    // Links in text must be distinguishable by more than their color.
    Anchor: { defaultProps: { underline: "always" } },
    Modal: { defaultProps: dialogDefaults },
    Drawer: { defaultProps: dialogDefaults },
  },
});

/** Mantine's default grays and tints have too little contrast for WCAG 2.2 AA in many places. */
export const cssVariablesResolver: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...variablesOf(colors, lightVariables),
    "--mantine-color-body": surfaces.light.body,
    "--mantine-color-dimmed": "#57606a",
    "--mantine-color-placeholder": "#656d76",
    "--mantine-color-anchor": "#8a6212",
    "--mantine-color-error": "#c2255c",
    "--mantine-color-default-border": "#dde1e6",
    "--florin-canvas": surfaces.light.canvas,
    "--florin-raised": surfaces.light.body,
    "--florin-faint-border": "#eceff2",
    "--florin-input-border": "#868f99",
    "--florin-hover": "#f1f3f5",
    "--florin-selected": "#f6f0e2",
    "--florin-brand": "#8a6212",
    "--florin-testnet": "#6b3fa0",
    "--florin-testnet-stripe": "#5f3692",
    "--florin-mainnet": "#1f2933",
    "--florin-mainnet-edge": "#1f2933",
  },
  dark: {
    ...variablesOf(colors, darkVariables),
    "--mantine-color-body": surfaces.dark.body,
    "--mantine-color-placeholder": "#98a1ad",
    "--mantine-color-anchor": "#e0b965",
    "--mantine-color-error": "#ff8fa3",
    "--florin-canvas": surfaces.dark.canvas,
    "--florin-raised": surfaces.dark.body,
    "--florin-faint-border": "#23282e",
    "--florin-input-border": "#6c7681",
    "--florin-hover": "#22272d",
    "--florin-selected": "#2a2418",
    "--florin-brand": "#e0b965",
    "--florin-testnet": "#6b3fa0",
    "--florin-testnet-stripe": "#5f3692",
    "--florin-mainnet": "#2b343d",
    "--florin-mainnet-edge": "#4a5561",
  },
});

function variablesOf(
  colors: MantineTheme["colors"],
  variables: (name: string, shades: MantineColorsTuple) => Record<string, string>,
): Record<string, string> {
  const named = Object.entries(colors).filter(([name]) => name !== "dark");
  return Object.assign({}, ...named.map(([name, shades]) => variables(name, shades)));
}
