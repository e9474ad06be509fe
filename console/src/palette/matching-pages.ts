import type { PaletteItem } from "./palette-item.ts";

const shownAtMost = 12;

/** What fits to what was typed: every word of it somewhere, and names that begin with it first. */
export function matchingPages(items: readonly PaletteItem[], search: string): readonly PaletteItem[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const fitting = items.filter(({ title, about }) => {
    const text = `${title} ${about}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = ({ title }: PaletteItem) => title.toLowerCase().startsWith(search.toLowerCase());
  return [...fitting.filter(begins), ...fitting.filter((item) => !begins(item))].slice(0, shownAtMost);
}
