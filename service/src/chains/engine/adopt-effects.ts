import { addMs } from "../../kernel/instant.ts";
import type { ChainOperation, Position } from "../chain.ts";
import { rewindScanPosition, selectOwnTransactions } from "../deposits/store.ts";
import { type EngineDeps, lookAgainMs } from "./engine-deps.ts";
import {
  type AdoptedTransaction,
  adoptTransactions,
  type FreeEffect,
  selectFreeEffects,
} from "./recovered-store.ts";
import { noteRefused, type StoredWork, updateWorkStates } from "./work-store.ts";

/**
 * After a restore, the chain may show the effect of an operation whose transaction the database does not know. The
 * operation takes this transaction as its own and is settled with it, instead of taking effect a second time. A transaction
 * belongs to one operation: another one with an effect in it waits. Returns the operations that have taken effect.
 */
export async function adoptEffects(
  { chain, database, lease, clock, report }: EngineDeps,
  queued: readonly StoredWork[],
): Promise<ReadonlySet<string>> {
  // The contract of a deployment is not in its transaction on every chain: an operator checks it.
  const movements = queued.filter(({ operation }) => operation.kind !== "deploy");
  const workByMark = new Map(movements.map((work) => [chain.markOf(work.operation.reference), work]));
  const effects = await selectFreeEffects(database, chain.key, [...workByMark.keys()]);
  if (effects.length === 0) return new Set();
  const { adopted, waiting, scanAfter } = await assign({ chain, database }, effects, workByMark);
  const workIds = adopted.map(({ workId }) => workId);
  const now = clock.now();
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    if (scanAfter !== undefined) await rewindScanPosition(tx, chain.key, scanAfter);
    await adoptTransactions(tx, chain.key, adopted, now);
    await updateWorkStates(tx, "sending", workIds, now);
    await noteRefused(tx, waiting, { now, notBefore: addMs(now, lookAgainMs) });
  });
  for (const workId of waiting) report({ type: "unknown-effect", workId });
  return new Set([...workIds, ...waiting]);
}

interface Assigned {
  readonly adopted: readonly AdoptedTransaction[];
  /** Their transaction belongs to another operation. */
  readonly waiting: readonly string[];
  /** From where deposits are read again. */
  readonly scanAfter: Position | undefined;
}

async function assign(
  { chain, database }: Pick<EngineDeps, "chain" | "database">,
  effects: readonly FreeEffect[],
  workByMark: ReadonlyMap<string, StoredWork>,
): Promise<Assigned> {
  const known = await selectOwnTransactions(
    database,
    chain.key,
    effects.map(({ reference }) => reference),
  );
  const used = new Set(known.keys());
  const adopted: AdoptedTransaction[] = [];
  const waiting: string[] = [];
  let scanAfter: Position | undefined;
  for (const { mark, reference: transactionId, scanHeight: height, scanHash: hash } of effects) {
    const work = workByMark.get(mark);
    if (work === undefined) continue;
    if (used.has(transactionId)) {
      waiting.push(work.id);
      continue;
    }
    used.add(transactionId);
    adopted.push({ workId: work.id, mark, role: chain.roleOf(work.operation), transactionId });
    if (height === undefined || hash === undefined || postsCredit(work.operation)) continue;
    if (scanAfter === undefined || height < scanAfter.height) scanAfter = { height, hash };
  }
  return { adopted, waiting, scanAfter };
}

/** Otherwise the scanner credits it, and has skipped it while the transaction belonged to no operation. */
function postsCredit(operation: ChainOperation): boolean {
  return "toKey" in operation && operation.toKey !== undefined;
}
