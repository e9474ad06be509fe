import type { Transaction } from "../../db/database.ts";
import { uetrOf } from "./bank-reference.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { type DueRow, markEntriesSent, markFiled } from "./queue-store.ts";
import { markEntriesAdopted, reopenFiles, selectFreeEntries } from "./recovered-store.ts";

/**
 * After a restore, the bank may have an entry that the database believes unsent. It becomes an entry of the file that
 * the bank has, and is not written again. What the bank reported about it meanwhile is read again. Returns the file of each.
 */
export async function adoptEntries(
  { bank: { network }, clock }: EngineDeps,
  tx: Transaction,
  due: readonly DueRow[],
): Promise<ReadonlyMap<string, string>> {
  if (due.length === 0) return new Map();
  const effects = await selectFreeEntries(
    tx,
    network,
    due.map(({ id }) => id),
  );
  if (effects.length === 0) return new Map();
  const tenants = new Map(due.map(({ id, tenantId }) => [id, tenantId]));
  const now = clock.now();
  const filed = effects.flatMap(({ id, fileId, traceNumber }) => {
    const tenantId = tenants.get(id);
    const uetr = traceNumber === undefined ? uetrOf(network, id) : undefined;
    return tenantId === undefined ? [] : [{ tenantId, id, fileId, traceNumber, uetr }];
  });
  await markFiled(tx, filed, now);
  const fileIds = [...new Set(filed.map(({ fileId }) => fileId))];
  for (const fileId of fileIds) await markEntriesSent(tx, fileId, now);
  const ids = filed.map(({ id }) => id);
  await markEntriesAdopted(tx, network, ids, now);
  await reopenFiles(tx, network, fileIds, now);
  return new Map(filed.map(({ id, fileId }) => [id, fileId]));
}
