import type { TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type Membership, operatorRights } from "../../users/index.ts";

/** Maximum objects of one kind that are read if several may match. */
export const maxOfKind = 10;
/** A user with more tenants finds the rest by id. */
const maxTenantsLookedThrough = 100;

/** Scope of searches for values that several tenants can share: results of others must not crowd out the user's own. */
export interface Reach {
  readonly ownTenantIds: readonly TenantId[];
  /** The same, or undefined for operators, who search all tenants. */
  readonly tenantIds: readonly TenantId[] | undefined;
  readonly mayReadTenants: boolean;
  readonly mayReadAllAccounts: boolean;
  readonly now: Instant;
}

export function reachOf({ operatorRole, memberships }: Membership, now: Instant): Reach {
  const ownTenantIds = [...memberships.keys()].slice(0, maxTenantsLookedThrough);
  if (operatorRole === undefined) {
    return { ownTenantIds, tenantIds: ownTenantIds, mayReadTenants: false, mayReadAllAccounts: false, now };
  }
  const { platform, workspace } = operatorRights[operatorRole];
  return {
    ownTenantIds,
    tenantIds: undefined,
    mayReadTenants: platform.has("tenants.read"),
    mayReadAllAccounts: workspace.has("accounts:read"),
    now,
  };
}
