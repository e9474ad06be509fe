import type { TenantId } from "../kernel/id.ts";

/**
 * Groups rows by their tenant. Work across tenants finds its rows without a lock and then locks or writes those of each
 * tenant with a statement of their own, because the tenants of a distributed database are on different nodes.
 */
export function byTenant<Row extends { readonly tenantId: TenantId }>(
  rows: readonly Row[],
): ReadonlyMap<TenantId, readonly Row[]> {
  const groups = new Map<TenantId, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.tenantId);
    if (group === undefined) groups.set(row.tenantId, [row]);
    else group.push(row);
  }
  return groups;
}

/** Up to `limit` rows of these tenants, found one tenant after the other. */
export async function firstInTenants<Row>(
  tenantIds: readonly TenantId[],
  limit: number,
  select: (tenantId: TenantId, limit: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  for (const tenantId of tenantIds) {
    if (found.length >= limit) break;
    found.push(...(await select(tenantId, limit - found.length)));
  }
  return found;
}
