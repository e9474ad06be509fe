import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { TenantId } from "../kernel/id.ts";

/** Display data of a tenant. */
export interface TenantName {
  readonly tenantId: TenantId;
  readonly name: string;
  readonly selfAttested: boolean;
}

// By the primary key, once per tenant: a managing account is its own tenant.
const findNames = statement<TenantName>(`
  SELECT tenant_id, name, self_attested FROM accounts
  WHERE (tenant_id, id) IN (SELECT requested, requested FROM unnest($1::text[]) AS requested) AND kind = 'managing'
  ORDER BY lower(name), tenant_id`);

/** Ordered by name; nonexistent tenants are omitted. */
export function selectTenantNames(
  session: Session,
  tenantIds: readonly TenantId[],
): Promise<readonly TenantName[]> {
  return session.rows(findNames, [tenantIds]);
}
