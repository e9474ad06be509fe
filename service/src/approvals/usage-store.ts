import { ofTenant } from "../accounts/index.ts";
import type { Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import type { TenantId } from "../kernel/id.ts";
import type { approvalUsage } from "./tables.ts";

/** Cents toward the amount of a rule, for one destination. */
export type UsedAmount = Omit<RowOf<typeof approvalUsage>, "tenantId" | "day">;

// Primary key; in its order, so that two batches cannot deadlock. A clock that is behind at midnight adds to the new day.
const add = statement<UsedAmount>(`
  INSERT INTO approval_usage (tenant_id, rule_id, network, destination, day, cents)
  SELECT tenant.tenant_id, added.rule_id, added.network, added.destination, $2::date, added.cents
  FROM ${ofTenant("unnest($3::text[], $4::text[], $5::text[], $6::numeric[]) AS added (rule_id, network, destination, cents)")}
  ORDER BY added.rule_id, added.network, added.destination
  ON CONFLICT (tenant_id, rule_id, network, destination) DO UPDATE
    SET cents = excluded.cents + CASE WHEN approval_usage.day < excluded.day THEN 0 ELSE approval_usage.cents END,
        day = greatest(approval_usage.day, excluded.day)
  RETURNING rule_id, network, destination, cents`);

/** Adds to the amounts of a UTC day, and returns their sums. They stay locked until the transaction ends. */
export function addUsage(
  tx: Transaction,
  tenantId: TenantId,
  amounts: readonly UsedAmount[],
  day: string,
): Promise<readonly UsedAmount[]> {
  return tx.rows(add, [
    tenantId,
    day,
    amounts.map(({ ruleId }) => ruleId),
    amounts.map(({ network }) => network),
    amounts.map(({ destination }) => destination),
    amounts.map(({ cents }) => cents),
  ]);
}

// Primary key.
const subtract = statement(`
  UPDATE approval_usage SET cents = cents - $6
  WHERE tenant_id = $1 AND rule_id = $2 AND network = $3 AND destination = $4 AND day = $5::date`);

/** Subtracts from the amount of a day, unless a newer day is counted already. */
export async function subtractUsage(
  tx: Transaction,
  tenantId: TenantId,
  { ruleId, network, destination, cents }: UsedAmount,
  day: string,
): Promise<void> {
  await tx.run(subtract, [tenantId, ruleId, network, destination, day, cents]);
}
