import { auditChange } from "../audit/index.ts";
import { ChainUnavailableError } from "../chains/chain.ts";
import { countEffects, insertEffects, type NewEffect } from "../db/restores/effect-store.ts";
import { finishRestores, selectOpenRestore } from "../db/restores/restore-store.ts";
import { advanceNumbers, endAccess } from "./advance.ts";
import { chainsNotCompared, compareChain } from "./compare-chain.ts";
import { recoverBank } from "./recover-bank.ts";
import type { RecoveryDeps } from "./recovery-deps.ts";

export interface RecoveryReport {
  /** Transactions on chains, and entries at banks, that the database did not know. */
  readonly transactions: number;
  readonly entries: number;
  /** Files of banks that are read again. */
  readonly files: number;
}

/**
 * Prepares a restored database for what happened after its moment. Everything outside is only read here: each effect
 * that is found waits for the operation or entry that caused it, which adopts it when it is due. Idempotent; a run that
 * was interrupted is run again. Workers may start when it returns.
 */
export async function recover(deps: RecoveryDeps): Promise<RecoveryReport> {
  const { database, clock, cause, report } = deps;
  const restore = await selectOpenRestore(database);
  if (restore === undefined) return { transactions: 0, entries: 0, files: 0 };
  const off = await chainsNotCompared(deps);
  if (off.length > 0) throw new ChainUnavailableError(offText(off));
  await database.transaction((tx) => advanceNumbers(tx, clock.now(), () => endAccess(tx, clock.now())));
  report("numbers are beyond those used since; sessions and access tokens are revoked");
  for (const chain of deps.chains) {
    const at = { network: chain.key.network, place: chain.key.chain };
    const keep = (effects: readonly NewEffect[]): Promise<void> =>
      insertEffects(database, restore.id, at, effects, clock.now());
    await compareChain(deps, chain, { waits: true, keep });
  }
  let files = 0;
  for (const bank of deps.banks) files += await recoverBank(deps, restore, bank);
  const found = await countEffects(database, restore.id);
  const result = { ...found, files };
  await database.transaction(async (tx) => {
    if ((await finishRestores(tx, { recoveredAt: clock.now() })) === 0) return;
    await auditChange(deps, tx, {
      cause,
      action: "recovery.finish",
      type: "restore",
      of: { tenantId: undefined, network: undefined, id: restore.id },
      after: result,
    });
  });
  return result;
}

function offText(names: readonly string[]): string {
  return (
    `These settings switch off chains that were used before the restore: ${names.join(", ")}. What was sent on them since ` +
    "would be sent again when they are on. Switch them on for the recovery."
  );
}
