import { type Scope, scopeNames } from "../../http/scopes.ts";
import type { MemberRole, OperatorRole } from "../../kernel/console-role.ts";
import { type Network, networks } from "../../kernel/id.ts";
import {
  type OperatorPermission,
  operatorPermissions,
  ownWorkspacePermissions,
  type WorkspacePermission,
} from "./permission.ts";

export { type MemberRole, memberRoles, type OperatorRole, operatorRoles } from "../../kernel/console-role.ts";

const allInWorkspace: readonly WorkspacePermission[] = [...scopeNames, ...ownWorkspacePermissions];
/** Every role reads, and saves views of its own. */
const readingInWorkspace = allInWorkspace.filter((permission) => /[:.]read$|^views\.save$/.test(permission));
const readingOfOperators = operatorPermissions.filter((permission) =>
  /\.read$|^platform_views\.save$/.test(permission),
);
/** Moves value, or decides where it may move. */
export const movingScopes: readonly Scope[] = [
  "transfers:write",
  "addresses:write",
  "financial-institutions:write",
  "automations:write",
  "tokens:write",
  "self_attested_tokens:mint",
  "self_attested_tokens:burn",
  "self_attested_tokens:transfer",
];
const movesValue = (permission: WorkspacePermission): boolean =>
  movingScopes.some((scope) => scope === permission);
const building: readonly WorkspacePermission[] = [
  "views.share",
  "approvals:write",
  "applications.write",
  "webhooks:write",
  "accounts:write",
  "simulations:write",
];

interface OperatorRights {
  readonly platform: ReadonlySet<OperatorPermission>;
  /** In every tenant. No operator moves a tenant's money: that right comes from membership of the tenant only. */
  readonly workspace: ReadonlySet<WorkspacePermission>;
}

export const operatorRights: Readonly<Record<OperatorRole, OperatorRights>> = {
  admin: {
    platform: new Set(operatorPermissions),
    workspace: new Set(allInWorkspace.filter((permission) => !movesValue(permission))),
  },
  compliance: {
    platform: new Set([
      ...readingOfOperators,
      "work.write",
      "reviews.decide",
      "held.decide",
      "sanctions.decide",
      "suspense.decide",
      "suspense.disclose",
      "freezes.write",
      "limits.write",
      "approval_rules.write",
      "approvals.decide",
      "platform_reports.schedule",
      "platform_views.share",
    ]),
    workspace: new Set([...readingInWorkspace, "approvals:write", "reports.disclose"]),
  },
  treasury: {
    platform: new Set([
      ...readingOfOperators,
      "work.write",
      "claims.decide",
      "suspense.decide",
      "suspense.disclose",
      "treasury.write",
      "rails.decide",
      "reconciliation.run",
      "held.decide",
      "approvals.decide",
      "platform_reports.schedule",
      "platform_views.share",
    ]),
    workspace: new Set([...readingInWorkspace, "approvals:write", "reports.disclose"]),
  },
  support: {
    platform: new Set([
      ...readingOfOperators,
      "work.write",
      "jobs.decide",
      "webhooks.decide",
      "approvals.decide",
      "platform_views.share",
    ]),
    workspace: new Set([...readingInWorkspace, "webhooks:write", "approvals:write"]),
  },
  read_only: {
    platform: new Set(readingOfOperators.filter((permission) => permission !== "users.read")),
    workspace: new Set(readingInWorkspace),
  },
};

/** A developer works in both networks, but moves value only on testnet. */
export function memberRights(role: MemberRole, network: Network): ReadonlySet<WorkspacePermission> {
  switch (role) {
    case "admin":
      return new Set(allInWorkspace);
    case "developer":
      return new Set([...readingInWorkspace, ...building, ...(network === "testnet" ? movingScopes : [])]);
    case "viewer":
      return new Set(readingInWorkspace);
  }
}

/** Whether the new role has a right that the earlier one did not have. */
export function widensOperator(before: OperatorRole | undefined, after: OperatorRole | undefined): boolean {
  if (after === undefined) return false;
  if (before === undefined) return true;
  const { platform, workspace } = operatorRights[before];
  const wider = operatorRights[after];
  return hasMore(platform, wider.platform) || hasMore(workspace, wider.workspace);
}

export function widensMember(before: MemberRole, after: MemberRole): boolean {
  return networks.some((network) => hasMore(memberRights(before, network), memberRights(after, network)));
}

function hasMore<Right>(before: ReadonlySet<Right>, after: ReadonlySet<Right>): boolean {
  return [...after].some((right) => !before.has(right));
}
