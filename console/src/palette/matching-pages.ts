import type { PaletteItem } from "./palette-item.ts";

const shownAtMost = 12;

/** Pages that contain every word of the search; titles that start with it come first. */
export function matchingPages(items: readonly PaletteItem[], search: string): readonly PaletteItem[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const matches = items.filter(({ title, about }) => {
    const text = `${title} ${about}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = ({ title }: PaletteItem) => title.toLowerCase().startsWith(search.toLowerCase());
  return [...matches.filter(begins), ...matches.filter((item) => !begins(item))].slice(0, shownAtMost);
}
