import type { NavigablePage } from "../shell/navigation-groups.ts";

export interface GoToKey {
  readonly key: string;
  readonly page: NavigablePage;
}

/** Assigns each page a letter to press after `g`: the first letter of its label that is not taken yet. */
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
