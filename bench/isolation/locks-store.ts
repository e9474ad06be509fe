import type pg from "pg";
import { connectClient } from "../../service/src/db/client.ts";
import type { ConnectionTarget } from "../../service/src/db/pool.ts";
import type { TenantId } from "../../service/src/kernel/id.ts";

/** A session that locks the heads of ledgers, as a transaction that hangs would. */
export interface LedgerLocks {
  lock(): Promise<void>;
  /** How many sessions wait for any lock. */
  waiting(): Promise<number>;
  release(): Promise<void>;
  close(): Promise<void>;
}

export async function openLedgerLocks(
  target: ConnectionTarget,
  tenantIds: readonly TenantId[],
): Promise<LedgerLocks> {
  const client = await connectClient(target, "florin bench");
  return {
    lock: async () => {
      await client.query("BEGIN");
      const { rowCount } = await client.query(lockHeads, [tenantIds]);
      if (rowCount !== tenantIds.length) throw new Error(`locked ${rowCount} heads of ${tenantIds.length}`);
    },
    waiting: () => countWaiting(client),
    release: async () => {
      await client.query("ROLLBACK");
    },
    close: () => client.end(),
  };
}

async function countWaiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(countWaitingSessions);
  return rows[0]?.waiting ?? 0;
}

const lockHeads = "SELECT 1 FROM ledger_heads WHERE tenant_id = ANY ($1) FOR UPDATE";
const countWaitingSessions = `
  SELECT count(*)::integer AS waiting FROM pg_stat_activity
   WHERE datname = current_database() AND wait_event_type = 'Lock'`;
