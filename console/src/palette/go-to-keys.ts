import type { NavigablePage } from "../shell/navigation-groups.ts";

export interface GoToKey {
  readonly key: string;
  readonly page: NavigablePage;
}

/** A letter for each page, to be pressed after `g`: the first of its label that no page before it has taken. */
export function goToKeys(pages: readonly NavigablePage[]): readonly GoToKey[] {
  const taken = new Set<string>();
  return pages.flatMap((page) => {
    const key = page.nav.label
      .toLowerCase()
      .match(/[a-z]/g)
      ?.find((letter) => !taken.has(letter));
    if (key === undefined) return [];
    taken.add(key);
    return [{ key, page }];
  });
}
