import type { PaletteItem } from "./palette-item.ts";

const shownAtMost = 12;

/** Pages that contain every word of the search, pages before actions; titles that start with it come first. */
export function matchingPages(items: readonly PaletteItem[], search: string): readonly PaletteItem[] {
  const words = wordsOf(search);
  const matches = items.filter(({ title, about, keywords = "" }) => {
    const text = `${title} ${about} ${keywords}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = ({ title }: PaletteItem) => title.toLowerCase().startsWith(search.toLowerCase());
  const ranked = [...matches.filter(begins), ...matches.filter((item) => !begins(item))];
  const isPage = ({ group }: PaletteItem) => group === "Pages";
  // Without a search, there are more pages than fit.
  const shown = words.length === 0 ? ranked.filter(isPage) : ranked;
  const first = shown.slice(0, shownAtMost);
  return [...first.filter(isPage), ...first.filter((item) => !isPage(item))];
}

/** Whether a page or action is meant, rather than an object: its title or keywords have every word. */
export function isForPage(pages: readonly PaletteItem[], search: string): boolean {
  const words = wordsOf(search);
  return pages.some(({ title, keywords = "" }) =>
    words.every((word) => `${title} ${keywords}`.toLowerCase().includes(word)),
  );
}

function wordsOf(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}
