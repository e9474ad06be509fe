import type { PageArea, PageRoute } from "./page-route.ts";
import { workspacePath } from "./workspace/workspace-path.ts";

/** Where the pages of an area begin, as the router writes it. */
export const areaPaths: Readonly<Record<PageArea, string>> = {
  workspace: "w/$tenantId/$network",
  operations: "ops",
  me: "me",
};

interface Place {
  readonly tenantId: string;
  readonly network: string;
}

/** The path of a page that stands in the navigation; undefined for a page of a workspace while in none. */
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
