import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { TenantId } from "../kernel/id.ts";

/** What a tenant is called. */
export interface TenantName {
  readonly tenantId: TenantId;
  readonly name: string;
  readonly selfAttested: boolean;
}

// By the primary key, for each tenant: a managing account is its own tenant.
const findNames = statement(`
  SELECT tenant_id AS "tenantId", name, self_attested AS "selfAttested" FROM accounts
  WHERE (tenant_id, id) IN (SELECT wanted, wanted FROM unnest($1::text[]) AS wanted) AND kind = 'managing'
  ORDER BY lower(name), tenant_id`);

/** By name; those that do not exist are left out. */
export function selectTenantNames(
  session: Session,
  tenantIds: readonly TenantId[],
): Promise<readonly TenantName[]> {
  return session.rows<TenantName>(findNames, [tenantIds]);
}
