import type { PageRoute } from "../page-route.ts";

/** The nearest page that needs no id: `transfers/$transferId` becomes `transfers`, if there is such a page. */
export function pathInOtherNetwork(page: PageRoute, pages: readonly PageRoute[]): string {
  const segments = page.path.split("/");
  const firstId = segments.findIndex((segment) => segment.startsWith("$"));
  const kept = firstId === -1 ? segments : segments.slice(0, firstId);
  for (let length = kept.length; length > 0; length--) {
    const path = kept.slice(0, length).join("/");
    if (pages.some((each) => each.area === page.area && each.path === path)) return path;
  }
  return "";
}
