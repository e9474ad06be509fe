import type { TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { operatorRights, type Standing } from "../../people/index.ts";

/** How many things of one kind are looked at where several may fit. */
export const maxOfKind = 10;
/** Of somebody who is in more, the rest is found by id. */
const maxTenantsLookedThrough = 100;

/** Where is looked for what more than one tenant may have: nobody's own is crowded out by what others have. */
export interface Reach {
  readonly ownTenantIds: readonly TenantId[];
  /** The same, or undefined for those who run the service, who look through all. */
  readonly tenantIds: readonly TenantId[] | undefined;
  readonly mayReadTenants: boolean;
  readonly mayReadAllAccounts: boolean;
  readonly now: Instant;
}

export function reachOf({ operatorRole, memberships }: Standing, now: Instant): Reach {
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
