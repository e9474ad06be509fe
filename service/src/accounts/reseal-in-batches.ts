import { type AuditDeps, recordAudit } from "../audit/index.ts";
import type { Database, Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { type KeyRing, needsReseal, reseal } from "../kernel/envelope.ts";

export interface ResealDeps extends AuditDeps {
  readonly database: Database;
  readonly keyRing: KeyRing;
}

export interface ResealOptions {
  readonly cause: Cause;
  readonly batchSize?: number;
}

/** A table with a sealed value in each row. */
export interface SealedTable<Row extends { readonly sealed: Buffer }> {
  /** As the audit log calls what was touched. */
  readonly name: string;
  readonly contextOf: (row: Row) => string;
  readonly lockAfter: (
    tx: Transaction,
    slice: { readonly after: Row | undefined; readonly limit: number },
  ) => Promise<readonly Row[]>;
  readonly update: (tx: Transaction, rows: readonly Row[]) => Promise<void>;
}

/** The rows are small, and nobody waits long for any of them. */
const defaultBatchSize = 200;

/**
 * Wraps every sealed value with the current master key and answers how many it touched. Each batch commits by itself:
 * whoever is interrupted begins again, and what was done stays done.
 */
export async function resealInBatches<Row extends { readonly sealed: Buffer }>(
  deps: ResealDeps,
  table: SealedTable<Row>,
  { cause, batchSize = defaultBatchSize }: ResealOptions,
): Promise<number> {
  let resealed = 0;
  let after: Row | undefined;
  do {
    const slice = { after, limit: batchSize };
    const batch = await deps.database.transaction((tx) => resealBatch(deps, tx, table, { slice, cause }));
    resealed += batch.resealed;
    after = batch.last;
  } while (after !== undefined);
  return resealed;
}

async function resealBatch<Row extends { readonly sealed: Buffer }>(
  deps: ResealDeps,
  tx: Transaction,
  { name, contextOf, lockAfter, update }: SealedTable<Row>,
  {
    slice,
    cause,
  }: { readonly slice: { readonly after: Row | undefined; readonly limit: number }; readonly cause: Cause },
): Promise<{ readonly resealed: number; readonly last: Row | undefined }> {
  const { keyRing } = deps;
  const rows = await lockAfter(tx, slice);
  const due = rows
    .filter(({ sealed }) => needsReseal(keyRing, sealed))
    .map((row) => ({ ...row, sealed: reseal(keyRing, row.sealed, contextOf(row)) }));
  if (due.length > 0) {
    await update(tx, due);
    await recordAudit(deps, tx, { tenantId: undefined, network: undefined }, [
      {
        cause,
        action: "master_key.reseal",
        subject: { type: "master_key", id: keyRing.current.id.toString("hex") },
        after: { [name]: due.length },
      },
    ]);
  }
  return { resealed: due.length, last: rows.length < slice.limit ? undefined : rows.at(-1) };
}
