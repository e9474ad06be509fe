import { findTenantIds } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
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
  /** Ids are unique, so they are looked up in all tenants of the user; undefined for operators. */
  readonly idTenantIds: readonly TenantId[] | undefined;
  /** Whose amounts, codes and counterparties are searched: operators name a tenant, and search those of one. */
  readonly valueTenantIds: readonly TenantId[];
  readonly mayReadTenants: boolean;
  readonly mayReadAllAccounts: boolean;
  readonly now: Instant;
}

export function reachOf(
  { operatorRole, memberships }: Membership,
  now: Instant,
  tenantId: TenantId | undefined,
): Reach {
  const ownTenantIds = [...memberships.keys()].slice(0, maxTenantsLookedThrough);
  if (operatorRole === undefined) {
    const own = { ownTenantIds, tenantIds: ownTenantIds, valueTenantIds: ownTenantIds };
    return {
      ...own,
      idTenantIds: [...memberships.keys()],
      mayReadTenants: false,
      mayReadAllAccounts: false,
      now,
    };
  }
  const { platform, workspace } = operatorRights[operatorRole];
  return {
    ownTenantIds,
    tenantIds: undefined,
    idTenantIds: undefined,
    valueTenantIds: tenantId === undefined ? ownTenantIds : [tenantId],
    mayReadTenants: platform.has("tenants.read"),
    mayReadAllAccounts: workspace.has("accounts:read"),
    now,
  };
}

/** The tenants where an id is looked up. */
export async function tenantsOf(
  session: Session,
  { idTenantIds }: Pick<Reach, "idTenantIds">,
): Promise<readonly TenantId[]> {
  return idTenantIds ?? findTenantIds(session);
}
