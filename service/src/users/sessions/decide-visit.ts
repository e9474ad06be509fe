import type { Principal, SessionRequest, SessionUser } from "../../http/principal.ts";
import { isScope, type Scope } from "../../http/scopes.ts";
import { type AccountId, type Network, networks, parseId, type TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import { operatorPermissions, type WorkspacePermission } from "../roles/permission.ts";
import { memberRights, operatorRights } from "../roles/role.ts";
import { type LiveSession, secondFactorFreshMs } from "./session.ts";

/** Decides whether a session may use a permission now. Pure: all inputs are arguments. */
export function decideVisit(
  session: LiveSession,
  { permission, params, isSensitive }: Pick<SessionRequest, "permission" | "params" | "isSensitive">,
  now: Instant,
): SessionUser | Refusal {
  const hasSecondFactor = session.stage === "complete";
  const sessionUser = {
    userId: session.userId,
    sessionId: session.id,
    hasSecondFactor,
    principal: undefined,
  };
  if (permission === "entering") return sessionUser;
  if (!hasSecondFactor) return refuse("sign_in_required", "complete the second factor first");
  const visit = admit(session, permission, params);
  if (visit === undefined) return refuse("not_permitted", "your role does not allow this");
  if (visit === "unseen") return refuse("not_found", "there is no workspace with this id");
  if (isSensitive && !isFresh(session.secondFactorAt, now)) {
    return refuse("second_factor_required", "confirm the second factor again for this operation");
  }
  return { ...sessionUser, principal: visit === "platform" ? undefined : visit };
}

type Admission = Principal | "platform" | "unseen" | undefined;

function admit(session: LiveSession, permission: string, params: SessionRequest["params"]): Admission {
  if (permission === "self") return "platform";
  const isOfOperators = operatorPermissions.find((known) => known === permission);
  if (isOfOperators === undefined) return admitToWorkspace(session, permission, params);
  const { operatorRole } = session;
  const isAllowed = operatorRole !== undefined && operatorRights[operatorRole].platform.has(isOfOperators);
  return isAllowed ? "platform" : undefined;
}

/** A user who is neither a member nor an operator can't learn that the tenant exists. */
function admitToWorkspace(
  session: LiveSession,
  permission: string,
  params: SessionRequest["params"],
): Admission {
  const tenantId = parseId<"tenant">(params["tenant_id"] ?? "");
  const network = networks.find((known) => known === params["network"]);
  if (tenantId === undefined || network === undefined) return "unseen";
  const rights = rightsIn(session, tenantId, network);
  if (rights === undefined) return "unseen";
  if (!rights.has(permission as WorkspacePermission)) return undefined;
  return {
    caller: { type: "user", id: session.userId },
    accountId: tenantId as string as AccountId,
    tenantId,
    network,
    scopes: new Set([...rights].filter((right): right is Scope => isScope(right))),
  };
}

/** The workspace permissions of a user by either role; undefined without a role there. */
export function rightsIn(
  { operatorRole, memberships }: Pick<LiveSession, "operatorRole" | "memberships">,
  tenantId: TenantId,
  network: Network,
): ReadonlySet<WorkspacePermission> | undefined {
  const memberRole = memberships.get(tenantId);
  if (operatorRole === undefined && memberRole === undefined) return undefined;
  return new Set([
    ...(operatorRole === undefined ? [] : operatorRights[operatorRole].workspace),
    ...(memberRole === undefined ? [] : memberRights(memberRole, network)),
  ]);
}

/** Whether the second factor was confirmed recently enough for sensitive operations. */
export function isFresh(at: Instant | undefined, now: Instant): boolean {
  return at !== undefined && now - at < secondFactorFreshMs;
}
