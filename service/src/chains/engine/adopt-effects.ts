import type { ChainOperation, Position } from "../chain.ts";
import { rewindScanPosition } from "../deposits/store.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { type AdoptedTransaction, adoptTransactions, selectFreeEffects } from "./recovered-store.ts";
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
  // The contract of a deployment is not in its transaction on every chain: an operator checks it.
  const movements = queued.filter(({ operation }) => operation.kind !== "deploy");
  const workByMark = new Map(movements.map((work) => [chain.markOf(work.operation.reference), work]));
  const effects = await selectFreeEffects(database, chain.key, [...workByMark.keys()]);
  const adopted: AdoptedTransaction[] = [];
  let scanAfter: Position | undefined;
  for (const { mark, reference: transactionId, scanHeight: height, scanHash: hash } of effects) {
    const work = workByMark.get(mark);
    if (work === undefined) continue;
    adopted.push({ workId: work.id, role: chain.roleOf(work.operation), transactionId });
    if (height === undefined || hash === undefined || postsCredit(work.operation)) continue;
    if (scanAfter === undefined || height < scanAfter.height) scanAfter = { height, hash };
  }
  if (adopted.length === 0) return new Set();
  const workIds = adopted.map(({ workId }) => workId);
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    if (scanAfter !== undefined) await rewindScanPosition(tx, chain.key, scanAfter);
    await adoptTransactions(tx, chain.key, adopted, clock.now());
    await updateWorkStates(tx, "sending", workIds, clock.now());
  });
  return new Set(workIds);
}

/** Otherwise the scanner credits it, and has skipped it while the transaction belonged to no operation. */
function postsCredit(operation: ChainOperation): boolean {
  return "toKey" in operation && operation.toKey !== undefined;
}
