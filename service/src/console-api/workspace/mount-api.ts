import type { ConsoleAccess, Route } from "../../http/route.ts";
import type { Scope } from "../../http/scopes.ts";
import { movingScopes } from "../../users/index.ts";
import { workspacePath } from "../console-route.ts";

/** Endpoints that return a secret or replace one. */
const sensitiveOperations = new Set(["createWebhookSubscription", "rotateWebhookSecret"]);
/** They only open the bank's form: the account is linked by another request. */
const formOperations = new Set(["createLinkToken", "createUpdateLinkToken"]);

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
        access: consoleAccessOf(route, access.scope),
      },
    ];
  });
}

/** What moves value, or decides where it may move, is confirmed on mainnet; on testnet, developers try it freely. */
function consoleAccessOf({ operationId, method, effect }: Route, scope: Scope | undefined): ConsoleAccess {
  const isSensitive = sensitiveOperations.has(operationId);
  const access = { permission: scope ?? "workspace.read", isSensitive };
  const changes = method !== "GET" && effect !== "none" && !formOperations.has(operationId);
  if (!changes || scope === undefined || !movingScopes.includes(scope)) return access;
  return { ...access, confirmation: "mainnet" };
}
