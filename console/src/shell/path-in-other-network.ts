import type { PageRoute } from "../page-route.ts";

/** The closest page without an id: `transfers/$transferId` becomes `transfers`, if that page exists. */
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
