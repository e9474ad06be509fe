/** An entry of the command palette. */
export interface PaletteItem {
  readonly path: string;
  readonly title: string;
  /** Area or object type, shown below the title. */
  readonly about: string;
}
