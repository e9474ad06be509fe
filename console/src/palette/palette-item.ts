/** Something that the palette leads to. */
export interface PaletteItem {
  readonly path: string;
  readonly title: string;
  /** Where it is, or what. */
  readonly about: string;
}
