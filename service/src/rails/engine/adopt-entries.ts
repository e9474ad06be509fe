import type { Transaction } from "../../db/database.ts";
import { adoptMarks } from "../../db/restores/effect-store.ts";
import { uetrOf } from "./bank-reference.ts";
import { type EngineDeps, maxEntriesPerFile } from "./engine-deps.ts";
import { expectPrenotes } from "./expect-prenotes.ts";
import { lockQueued, markEntriesSent, markFiled, type QueuedRow } from "./queue-store.ts";
import { reopenFiles, selectFreeEntries, selectFreeMarks } from "./recovered-store.ts";

/**
 * Adopts every queued entry that the bank has, whenever it is due: before the bank's files are read, because a report
 * about it may be among them.
 */
export async function adoptQueued(deps: EngineDeps): Promise<void> {
  const { bank, database, lease } = deps;
  for (let marks: readonly string[] = [""]; marks.length > 0; ) {
    const afterMark = marks.at(-1) ?? "";
    marks = await selectFreeMarks(database, bank.network, { afterMark, limit: maxEntriesPerFile });
    if (marks.length === 0) return;
    await database.transaction(async (tx) => {
      await lease.fence(tx);
      await adoptEntries(deps, tx, await lockQueued(tx, bank.network, marks));
    });
  }
}

/**
 * After a restore, the bank may have an entry that the database believes unsent. It becomes an entry of the file that
 * the bank has, and is not written again. What the bank reported about it meanwhile is read again. Returns the file of each.
 */
export async function adoptEntries(
  deps: EngineDeps,
  tx: Transaction,
  due: readonly QueuedRow[],
): Promise<ReadonlyMap<string, string>> {
  const { bank, clock } = deps;
  const { network } = bank;
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
  for (const fileId of fileIds) {
    await markEntriesSent(tx, { fileId, updatedAt: now });
    await expectPrenotes(deps, tx, fileId);
  }
  const ids = filed.map(({ id }) => id);
  await adoptMarks(tx, { network, place: "bank", mark: ids, updatedAt: now });
  await reopenFiles(tx, network, fileIds, now);
  return new Map(filed.map(({ id, fileId }) => [id, fileId]));
}
