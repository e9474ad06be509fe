import { pagePath } from "../page-path.ts";
import type { PageArea } from "../page-route.ts";
import { pages } from "../pages/index.ts";
import { useMayOpen } from "../session/use-may-open.ts";
import { navigationGroups } from "../shell/navigation-groups.ts";
import { usePlace } from "../shell/use-place.ts";
import { useMaybeWorkspace } from "../workspace/use-workspace.ts";
import type { PaletteItem } from "./palette-item.ts";

/** All pages available here: the current workspace first, then operations, then the user's own pages. */
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
  return (["workspace", "operations", "me"] as const).flatMap((area) =>
    navigationGroups(pages, area, mayOpen)
      .flatMap((group) => group.pages)
      .flatMap((page) => {
        const path = pagePath(page, place);
        return path === undefined
          ? []
          : [{ path, title: page.nav.label, about: `${names[area]} · ${page.nav.group}` }];
      }),
  );
}
