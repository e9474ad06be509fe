type Dialog = "palette" | "shortcuts";

let listener: ((dialog: Dialog) => void) | undefined;

/** Registers the palette's listener and returns a function that removes it. */
export function onPaletteRequested(listen: (dialog: Dialog) => void): () => void {
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
