import type { Route } from "../../http/route.ts";
import { workspacePath } from "../console-tag.ts";

/** What gives out a secret, or puts another in its place. */
const sensitiveOperations = new Set(["createWebhookSubscription", "rotateWebhookSecret"]);

/**
 * The API once more, for people: the same work behind the console's guard, inside of one workspace. A person may do
 * what their role has the scope for. Files are handed in by applications alone.
 */
export function mountApi(routes: readonly Route[]): readonly Route[] {
  return routes.flatMap((route) => {
    const { access, work, deprecated = false } = route;
    if (access === "public" || "permission" in access || work.kind === "upload" || deprecated) return [];
    return [
      {
        ...route,
        path: workspacePath + route.path,
        operationId: `workspace.${route.operationId}`,
        access: {
          permission: access.scope ?? "workspace.read",
          isSensitive: sensitiveOperations.has(route.operationId),
        },
      },
    ];
  });
}
