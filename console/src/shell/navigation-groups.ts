import type { PageArea, PageNav, PageRoute } from "../page-route.ts";

export type NavigablePage = PageRoute & { readonly nav: PageNav };

export interface NavigationGroup {
  readonly name: string;
  readonly pages: readonly NavigablePage[];
}

/** What stands in the navigation of an area. Groups stand in the order of their first pages. */
export function navigationGroups(
  pages: readonly PageRoute[],
  area: PageArea,
  mayOpen: (page: PageRoute) => boolean,
): readonly NavigationGroup[] {
  const shown = pages
    .filter(isNavigable)
    .filter((page) => page.area === area && mayOpen(page))
    .sort((one, other) => one.nav.order - other.nav.order);
  const names = [...new Set(shown.map(({ nav }) => nav.group))];
  return names.map((name) => ({ name, pages: shown.filter(({ nav }) => nav.group === name) }));
}

function isNavigable(page: PageRoute): page is NavigablePage {
  return page.nav !== undefined;
}
