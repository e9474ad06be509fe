import type { PageArea, PageNav, PageRoute } from "../page-route.ts";

export type NavigablePage = PageRoute & { readonly nav: PageNav };

export interface NavigationGroup {
  readonly name: string;
  readonly pages: readonly NavigablePage[];
}

/** Navigation of an area. Groups are ordered by their first pages. */
export function navigationGroups(
  pages: readonly PageRoute[],
  area: PageArea,
  mayOpen: (page: PageRoute) => boolean,
): readonly NavigationGroup[] {
  const shown = pages
    .filter(isNavigable)
    .filter((page) => page.area === area && mayOpen(page))
    .sort((left, right) => left.nav.order - right.nav.order);
  const names = [...new Set(shown.map(({ nav }) => nav.group))];
  return names.map((name) => ({ name, pages: shown.filter(({ nav }) => nav.group === name) }));
}

function isNavigable(page: PageRoute): page is NavigablePage {
  return page.nav !== undefined;
}
