import { localStorageColorSchemeManager } from "@mantine/core";

/** Light or dark mode. colour-scheme.js reads the same key before the first paint. */
export const colourSchemeManager = localStorageColorSchemeManager({ key: "florin.colour-scheme" });
