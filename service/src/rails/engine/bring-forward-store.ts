import type { Transaction } from "../../db/database.ts";
import { earlierBy } from "../../db/earlier.ts";
import { statement } from "../../db/statement.ts";
import type { Network, TenantId } from "../../kernel/id.ts";

const earlier = (column: string): string => `${column} = ${earlierBy(column, "$3")}`;

// Index bank_events_waiting.
const events = statement(`
  UPDATE bank_events SET ${earlier("due_at")}
  WHERE tenant_id = $1 AND network = $2 AND state = 'waiting' AND due_at IS NOT NULL`);

// By the primary key, all entries of a tenant.
const entries = statement(`
  UPDATE bank_entries
  SET ${earlier("leaves_at")}, ${earlier("cutoff_at")}, ${earlier("settles_at")}, ${earlier("final_at")}
  WHERE tenant_id = $1 AND network = $2 AND state IN ('queued', 'filed', 'sent') AND leaves_at IS NOT NULL`);

/** The tenant has advanced its clock at a sandbox bank: what it waits for comes earlier. In the lock order of the engine. */
export async function bringEntriesForward(
  tx: Transaction,
  { tenantId, network }: { readonly tenantId: TenantId; readonly network: Network },
  byMs: number,
): Promise<void> {
  await tx.run(events, [tenantId, network, byMs]);
  await tx.run(entries, [tenantId, network, byMs]);
}
