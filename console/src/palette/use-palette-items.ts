import { pagePath } from "../page-path.ts";
import type { PageArea, PageRoute } from "../page-route.ts";
import { pages } from "../pages/index.ts";
import { useMayOpen } from "../session/use-may-open.ts";
import { navigationGroups } from "../shell/navigation-groups.ts";
import { usePlace } from "../shell/use-place.ts";
import { useMaybeWorkspace } from "../workspace/use-workspace.ts";
import type { PaletteItem } from "./palette-item.ts";

/** All pages and forms available here: the current workspace first, then operations, then the user's own pages. */
export function usePaletteItems(): readonly PaletteItem[] {
  const { tenantId, network } = usePlace();
  const workspace = useMaybeWorkspace();
  const mayOpen = useMayOpen();
  const place = tenantId === undefined || network === undefined ? undefined : { tenantId, network };
  const names: Readonly<Record<PageArea, string>> = {
    workspace: `${workspace?.name ?? "Workspace"}, ${network ?? ""}`,
    operations: "Operations",
    me: "Your account",
  };
  return (["workspace", "operations", "me"] as const).flatMap((area) => [
    ...navigationGroups(pages, area, mayOpen)
      .flatMap((group) => group.pages)
      .flatMap((page) =>
        itemOf(page, { title: page.nav.label, about: `${names[area]} · ${page.nav.group}`, group: "Pages" }),
      ),
    ...actionPages(pages, area, mayOpen).flatMap((page) =>
      itemOf(page, { title: page.title, about: names[area], group: "Actions" }),
    ),
  ]);

  function itemOf(
    page: PageRoute,
    words: Pick<PaletteItem, "title" | "about" | "group">,
  ): readonly PaletteItem[] {
    const path = pagePath(page, place);
    const keywords = page.keywords === undefined ? {} : { keywords: page.keywords };
    return path === undefined ? [] : [{ path, ...words, ...keywords }];
  }
}

/** Pages that are not in the navigation and need no id: forms that create something. */
function actionPages(
  all: readonly PageRoute[],
  area: PageArea,
  mayOpen: (page: PageRoute) => boolean,
): readonly PageRoute[] {
  return all.filter(
    (page) =>
      page.area === area &&
      page.nav === undefined &&
      page.path !== "" &&
      !page.path.includes("$") &&
      mayOpen(page),
  );
}
