import { type AuditDeps, auditChange } from "../audit/index.ts";
import type { Database, Transaction } from "../db/database.ts";
import type { Table } from "../db/table.ts";
import type { Cause } from "../kernel/cause.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { type Row, type SealedTable, sealedTable } from "./sealed-store.ts";

export interface RewrapDeps extends AuditDeps {
  readonly database: Database;
  readonly keyRing: KeyRing;
}

interface RewrapOptions {
  readonly cause: Cause;
  readonly batchSize?: number;
}

/** Small enough that no row stays locked for long. */
const defaultBatchSize = 200;

/**
 * Rewraps the sealed columns of these tables with the current master key. Returns the number of rows that it changed, by
 * table. Each batch commits separately, so that an interrupted run can be started again and continues.
 */
export async function rewrapTables(
  deps: RewrapDeps,
  tables: Iterable<Table>,
  { cause, batchSize = defaultBatchSize }: RewrapOptions,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const sealed = sealedTable(table);
    if (sealed === undefined) continue;
    let after: Row | undefined;
    let count = 0;
    do {
      const batch = await deps.database.transaction((tx) =>
        rewrapBatch(deps, tx, sealed, { after, limit: batchSize, cause }),
      );
      count += batch.rewrapped;
      after = batch.last;
    } while (after !== undefined);
    counts[table.name] = count;
  }
  return counts;
}

async function rewrapBatch(
  deps: RewrapDeps,
  tx: Transaction,
  { name, rewrapped, lockAfter, update }: SealedTable,
  { after, limit, cause }: { readonly after: Row | undefined; readonly limit: number; readonly cause: Cause },
): Promise<{ readonly rewrapped: number; readonly last: Row | undefined }> {
  const { keyRing } = deps;
  const rows = await lockAfter(tx, after, limit);
  const changed = rows.map((row) => rewrapped(keyRing, row)).filter((row) => row !== undefined);
  if (changed.length > 0) {
    await update(tx, changed);
    await auditChange(deps, tx, {
      cause,
      action: "master_key.rewrap",
      of: { tenantId: undefined, network: undefined, id: keyRing.current.id.toString("hex") },
      after: { [name]: changed.length },
    });
  }
  return { rewrapped: changed.length, last: rows.at(-1) };
}
