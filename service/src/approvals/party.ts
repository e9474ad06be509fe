import { findApplications } from "../auth/index.ts";
import type { Session } from "../db/database.ts";
import { isScope, type Scope } from "../http/scopes.ts";
import type { ApplicationId, TenantId, UserId } from "../kernel/id.ts";
import {
  findMembership,
  type OperatorPermission,
  operatorRights,
  rightsIn,
  type WorkspacePermission,
} from "../users/index.ts";
import type { Approval } from "./approval.ts";
import type { Approver, Party } from "./decide.ts";

/** The role of a requester in a tenant: a member's before an operator's; undefined if it has none. */
export async function roleOf(
  session: Session,
  party: Party,
  tenantId: TenantId,
): Promise<string | undefined> {
  if (party.type === "application") return "application";
  const { memberRole, operatorRole } = await loadApprover(session, party, tenantId);
  return memberRole ?? operatorRole;
}

export async function loadApprover(session: Session, party: Party, tenantId: TenantId): Promise<Approver> {
  if (party.type === "application") return loadApplication(session, party, tenantId);
  const userId = party.id as UserId;
  const membership = await findMembership(session, userId);
  return {
    ...party,
    operatorRole: membership?.operatorRole,
    memberRole: membership?.memberships.get(tenantId),
  };
}

/** The scopes that the requester has now; undefined if they may no longer request this. */
export async function scopesNow(
  session: Session,
  { requester, tenantId, network }: Pick<Approval, "requester" | "tenantId" | "network">,
  permission: string,
): Promise<ReadonlySet<Scope> | undefined> {
  if (requester.type === "application") {
    const id = requester.id as ApplicationId;
    const application = (await findApplications(session, tenantId, [id])).get(id);
    const isLive = application !== undefined && application.revokedAt === undefined;
    return isLive && application.scopes.includes(permission as Scope)
      ? new Set(application.scopes)
      : undefined;
  }
  const membership = await findMembership(session, requester.id as UserId);
  if (membership === undefined) return undefined;
  const { operatorRole } = membership;
  const platform = operatorRole && operatorRights[operatorRole].platform;
  const rights = rightsIn(membership, tenantId, network);
  const mayRequest =
    platform?.has(permission as OperatorPermission) === true ||
    rights?.has(permission as WorkspacePermission) === true;
  return mayRequest ? new Set([...(rights ?? [])].filter((right) => isScope(right))) : undefined;
}

/** A rule must name applications for them to count, and they need the scope that they approve with. */
async function loadApplication(session: Session, party: Party, tenantId: TenantId): Promise<Approver> {
  const id = party.id as ApplicationId;
  const application = (await findApplications(session, tenantId, [id])).get(id);
  const isLive = application !== undefined && application.revokedAt === undefined;
  return {
    ...party,
    operatorRole: undefined,
    memberRole: isLive && application.scopes.includes("approvals:write") ? "application" : undefined,
  };
}
