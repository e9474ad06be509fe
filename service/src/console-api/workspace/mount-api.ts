import type { ConsoleAccess, Route } from "../../http/route.ts";
import type { Scope } from "../../http/scopes.ts";
import { movingScopes } from "../../users/index.ts";
import { workspacePath } from "../console-route.ts";

/** Endpoints that return a secret or replace one. */
const sensitiveOperations = new Set(["createWebhookSubscription", "rotateWebhookSecret"]);
/** What an approval lets happen, and the rules themselves, may concern mainnet from either network. */
const approvingScopes: readonly Scope[] = ["approvals:write", "approval_rules:write"];
/** They let nothing happen: the bank's form links no account yet, and the others stop an operation or comment on it. */
const harmlessOperations = new Set([
  "createLinkToken",
  "createUpdateLinkToken",
  "rejectOperation",
  "cancelOperation",
  "commentOnOperation",
]);

/** Users have the requests of all applications instead. */
const operationsOfApplications = new Set(["listRequests"]);

/**
 * Mounts the API for console users: the same work behind the console's authorization, within one workspace. A user may
 * do what their role has the scope for. File uploads are for applications only.
 */
export function mountApi(routes: readonly Route[]): readonly Route[] {
  return routes.flatMap((route) => {
    const { access, work, deprecated = false } = route;
    if (access === "public" || "permission" in access || work.kind === "upload" || deprecated) return [];
    if (operationsOfApplications.has(route.operationId)) return [];
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

function consoleAccessOf({ operationId, method, effect }: Route, scope: Scope | undefined): ConsoleAccess {
  const isSensitive = sensitiveOperations.has(operationId);
  const access = { permission: scope ?? "workspace.read", isSensitive };
  const isHarmless = method === "GET" || effect === "none" || harmlessOperations.has(operationId);
  const confirmation = isHarmless || scope === undefined ? undefined : confirmationOf(scope);
  return confirmation === undefined ? access : { ...access, confirmation };
}

/** What moves value, or decides where it may move, is confirmed on mainnet; on testnet, developers try it freely. */
function confirmationOf(scope: Scope): ConsoleAccess["confirmation"] {
  if (approvingScopes.includes(scope)) return "always";
  return movingScopes.includes(scope) ? "mainnet" : undefined;
}
