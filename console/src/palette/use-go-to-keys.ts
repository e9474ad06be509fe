import { useMemo } from "react";
import { pagePath } from "../page-path.ts";
import { pages } from "../pages/index.ts";
import { useMayOpen } from "../session/use-may-open.ts";
import { navigationGroups } from "../shell/navigation-groups.ts";
import { usePlace } from "../shell/use-place.ts";
import { type GoToKey, goToKeys } from "./go-to-keys.ts";

interface GoToKeys {
  readonly list: readonly GoToKey[];
  readonly keys: ReadonlySet<string>;
  readonly pathOf: (key: string) => string;
}

/** Shortcuts to the pages of the current area. */
export function useGoToKeys(): GoToKeys {
  const { area, tenantId, network } = usePlace();
  const mayOpen = useMayOpen();
  return useMemo(() => {
    const list = goToKeys(navigationGroups(pages, area, mayOpen).flatMap((group) => group.pages));
    const place = tenantId === undefined || network === undefined ? undefined : { tenantId, network };
    const paths = new Map(list.map(({ key, page }) => [key, pagePath(page, place) ?? "/"]));
    return { list, keys: new Set(paths.keys()), pathOf: (key) => paths.get(key) ?? "/" };
  }, [area, tenantId, network, mayOpen]);
}
