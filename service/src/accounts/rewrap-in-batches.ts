import { type AuditDeps, recordAudit } from "../audit/index.ts";
import type { Database, Transaction } from "../db/database.ts";
import type { SealedTable } from "../db/sealed-table.ts";
import type { Cause } from "../kernel/cause.ts";
import { type KeyRing, needsRewrap, rewrap } from "../kernel/envelope.ts";

export interface RewrapDeps extends AuditDeps {
  readonly database: Database;
  readonly keyRing: KeyRing;
}

export interface RewrapOptions {
  readonly cause: Cause;
  readonly batchSize?: number;
}

/** Small enough that no row stays locked for long. */
const defaultBatchSize = 200;

/**
 * Rewraps every sealed value with the current master key and returns how many it rewrapped. Each batch commits
 * separately, so that an interrupted run can be started again and continues.
 */
export async function rewrapInBatches<Row extends { readonly sealed: Buffer }>(
  deps: RewrapDeps,
  table: SealedTable<Row>,
  { cause, batchSize = defaultBatchSize }: RewrapOptions,
): Promise<number> {
  let rewrapped = 0;
  let after: Row | undefined;
  do {
    const slice = { after, limit: batchSize };
    const batch = await deps.database.transaction((tx) => rewrapBatch(deps, tx, table, { slice, cause }));
    rewrapped += batch.rewrapped;
    after = batch.last;
  } while (after !== undefined);
  return rewrapped;
}

async function rewrapBatch<Row extends { readonly sealed: Buffer }>(
  deps: RewrapDeps,
  tx: Transaction,
  { name, contextOf, lockAfter, update }: SealedTable<Row>,
  {
    slice,
    cause,
  }: { readonly slice: { readonly after: Row | undefined; readonly limit: number }; readonly cause: Cause },
): Promise<{ readonly rewrapped: number; readonly last: Row | undefined }> {
  const { keyRing } = deps;
  const rows = await lockAfter(tx, slice);
  const due = rows
    .filter(({ sealed }) => needsRewrap(keyRing, sealed))
    .map((row) => ({ ...row, sealed: rewrap(keyRing, row.sealed, contextOf(row)) }));
  if (due.length > 0) {
    await update(tx, due);
    await recordAudit(deps, tx, { tenantId: undefined, network: undefined }, [
      {
        cause,
        action: "master_key.rewrap",
        subject: { type: "master_key", id: keyRing.current.id.toString("hex") },
        after: { [name]: due.length },
      },
    ]);
  }
  return { rewrapped: due.length, last: rows.at(-1) };
}
