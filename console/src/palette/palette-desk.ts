type Wanted = "palette" | "shortcuts";

let listener: ((wanted: Wanted) => void) | undefined;

/** Where the palette listens; answers how to stop. */
export function onPaletteWanted(listen: (wanted: Wanted) => void): () => void {
  listener = listen;
  return () => {
    if (listener === listen) listener = undefined;
  };
}

export function openPalette(): void {
  listener?.("palette");
}

export function openShortcuts(): void {
  listener?.("shortcuts");
}
