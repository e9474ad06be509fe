import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { AccountId } from "../kernel/id.ts";
import type { Automation, AutomationScope } from "./automation.ts";
import { type AutomationRow, columns, toAutomation } from "./store.ts";

// Primary key.
const many = statement<AutomationRow>(
  `SELECT ${columns} FROM automations WHERE tenant_id = $1 AND network = $2 AND id = ANY ($3::text[])`,
);

/** Of any account of the tenant; unknown ids are omitted. */
export async function selectAutomationsById(
  session: Session,
  { tenantId, network }: AutomationScope,
  ids: readonly string[],
): Promise<readonly Automation[]> {
  if (ids.length === 0) return [];
  const rows = await session.rows(many, [tenantId, network, [...new Set(ids)]]);
  return rows.map(toAutomation);
}

// Index: automations_by_account.
const receiving = statement<AutomationRow>(`
  SELECT ${columns} FROM automations
  WHERE tenant_id = $1 AND account_id = $2 AND network = $3 AND source_chain IS NULL AND status = 'active'
  ORDER BY id DESC LIMIT $4`);

/** Active dollar automations of an account, newest first. */
export async function selectReceiving(
  session: Session,
  { tenantId, network, accountId }: AutomationScope & { readonly accountId: AccountId },
  limit: number,
): Promise<readonly Automation[]> {
  const rows = await session.rows(receiving, [tenantId, accountId, network, limit]);
  return rows.map(toAutomation);
}
