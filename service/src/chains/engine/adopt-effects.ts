import type { EngineDeps } from "./engine-deps.ts";
import { adoptTransactions, selectOpenEffects } from "./recovered-store.ts";
import { type StoredWork, updateWorkStates } from "./work-store.ts";

/**
 * After a restore, the chain may show the effect of an operation whose transaction the database does not know. The
 * operation takes this transaction as its own and is settled with it, instead of taking effect a second time. Returns
 * the operations that did.
 */
export async function adoptEffects(
  { chain, database, lease, clock }: EngineDeps,
  queued: readonly StoredWork[],
): Promise<ReadonlySet<string>> {
  const workByMark = new Map(queued.map((work) => [chain.markOf(work.operation.reference), work]));
  const effects = await selectOpenEffects(database, chain.key, [...workByMark.keys()]);
  const adopted = effects.flatMap(({ mark, reference: transactionId }) => {
    const work = workByMark.get(mark);
    const role = work && chain.roleOf(work.operation);
    return work === undefined || role === undefined ? [] : [{ workId: work.id, role, transactionId }];
  });
  if (adopted.length === 0) return new Set();
  const workIds = adopted.map(({ workId }) => workId);
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await adoptTransactions(tx, chain.key, adopted, clock.now());
    await updateWorkStates(tx, "sending", workIds, clock.now());
  });
  return new Set(workIds);
}
