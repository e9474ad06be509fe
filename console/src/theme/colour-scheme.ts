import { localStorageColorSchemeManager } from "@mantine/core";

/** The choice of light or dark. The same key is read before the first paint: see colour-scheme.js. */
export const colourSchemeManager = localStorageColorSchemeManager({ key: "florin.colour-scheme" });
