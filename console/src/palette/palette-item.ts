/** An entry of the command palette. */
export interface PaletteItem {
  readonly path: string;
  readonly title: string;
  /** Area or object type, shown below the title. */
  readonly about: string;
  /** Heading of its group. */
  readonly group: string;
  readonly status?: string | null;
  /** Further words by which it is found. */
  readonly keywords?: string;
}
