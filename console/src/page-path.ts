import type { PageArea, PageRoute } from "./page-route.ts";
import { workspacePath } from "./workspace/workspace-path.ts";

/** Route prefixes of the areas. */
export const areaPaths: Readonly<Record<PageArea, string>> = {
  workspace: "w/$tenantId/$network",
  operations: "ops",
  me: "me",
};

interface Place {
  readonly tenantId: string;
  readonly network: string;
}

/** Path of a page in the navigation; undefined for workspace pages outside a workspace. */
export function pagePath({ area, path }: PageRoute, place: Place | undefined): string | undefined {
  switch (area) {
    case "workspace":
      return place === undefined
        ? undefined
        : workspacePath(place.tenantId, place.network, ...segmentsOf(path));
    case "operations":
      return ["/ops", ...segmentsOf(path)].join("/");
    case "me":
      return ["/me", ...segmentsOf(path)].join("/");
  }
}

function segmentsOf(path: string): readonly string[] {
  return path === "" ? [] : [path];
}
