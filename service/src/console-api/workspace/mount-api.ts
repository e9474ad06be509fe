import type { Route } from "../../http/route.ts";
import { workspacePath } from "../console-route.ts";

/** Endpoints that return a secret or replace one. */
const sensitiveOperations = new Set(["createWebhookSubscription", "rotateWebhookSecret"]);

/**
 * Mounts the API for console users: the same work behind the console's authorization, within one workspace. A user may
 * do what their role has the scope for. File uploads are for applications only.
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
