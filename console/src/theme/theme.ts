import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** The gold of the icon. The sixth carries white text on a button with enough contrast (WCAG 2.2 AA). */
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

const systemFont =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';
const monospaceFont = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

export const theme = createTheme({
  primaryColor: "gold",
  primaryShade: { light: 6, dark: 4 },
  colors: { gold },
  fontFamily: systemFont,
  fontFamilyMonospace: monospaceFont,
  headings: { fontFamily: systemFont, fontWeight: "600" },
  defaultRadius: "sm",
  autoContrast: true,
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: false } } },
    Modal: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    Drawer: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
  },
});

/** Mantine's own grey for lesser text is too faint for AA on anything but white. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#57606a",
    "--mantine-color-placeholder": "#656d76",
    "--mantine-color-anchor": "#7a5610",
    "--mantine-color-body": "#ffffff",
    "--florin-canvas": "#f6f7f9",
    "--florin-raised": "#ffffff",
    "--florin-faint-border": "#eceff2",
    "--florin-hover": "#f1f3f5",
    "--florin-selected": "#f6f0e2",
    "--florin-brand": "#8a6212",
    "--florin-testnet": "#6b3fa0",
    "--florin-testnet-stripe": "#5f3692",
    "--florin-mainnet": "#1f2933",
    "--florin-mainnet-edge": "#1f2933",
  },
  dark: {
    "--mantine-color-dimmed": "#a3acb8",
    "--mantine-color-placeholder": "#98a1ad",
    "--mantine-color-anchor": "#e0b965",
    "--mantine-color-body": "#16191d",
    "--florin-canvas": "#101215",
    "--florin-raised": "#16191d",
    "--florin-faint-border": "#23282e",
    "--florin-hover": "#22272d",
    "--florin-selected": "#2a2418",
    "--florin-brand": "#e0b965",
    "--florin-testnet": "#6b3fa0",
    "--florin-testnet-stripe": "#5f3692",
    "--florin-mainnet": "#2b343d",
    "--florin-mainnet-edge": "#4a5561",
  },
});
