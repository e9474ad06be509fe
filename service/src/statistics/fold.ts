import type { Database, Transaction } from "../db/database.ts";
import type { LedgerScope } from "../ledger/index.ts";
import {
  addStretch,
  type FoldedLog,
  foldedLogs,
  lockPosition,
  movePosition,
  removeFolded,
  selectBehind,
  selectLogEnd,
  selectNumberOfLast,
} from "./fold-store.ts";

const workspacesAtOnce = 200;
const recordsAtOnce = 5_000n;

/**
 * Folds what the logs of all workspaces have since the last run. Each stretch commits together with its position, so
 * every record is counted once, however often a run is interrupted or two of them overlap.
 */
export async function foldLogs(database: Database, signal: AbortSignal): Promise<void> {
  // Logs and workspaces take turns, so that a long log delays no other, and one that fails stops no other.
  const failures: unknown[] = [];
  let hasMore: boolean;
  do {
    hasMore = false;
    for (const log of foldedLogs) if (await foldRound(database, log, signal, failures)) hasMore = true;
  } while (hasMore);
  if (failures.length > 0) throw failures[0];
}

/** One stretch of each workspace. Returns whether a log has more. */
async function foldRound(
  database: Database,
  log: FoldedLog,
  signal: AbortSignal,
  failures: unknown[],
): Promise<boolean> {
  let hasMore = false;
  let last: LedgerScope | undefined;
  do {
    const behind = await selectBehind(database, log, { after: last, limit: workspacesAtOnce });
    for (const scope of behind) {
      if (signal.aborted) return false;
      try {
        if (await foldStretch(database, scope, log)) hasMore = true;
      } catch (error) {
        failures.push(error);
      }
    }
    last = behind.at(-1);
  } while (last !== undefined);
  return hasMore;
}

/** Folds the next records of a log, oldest first. Returns whether there are more. */
export async function foldStretch(
  database: Pick<Database, "transaction">,
  scope: LedgerScope,
  log: FoldedLog,
  limit = recordsAtOnce,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const after = await lockPosition(tx, scope, log);
    const logEnd = await selectLogEnd(tx, scope, log);
    if (logEnd <= after) return false;
    const isLong = logEnd - after > limit;
    const last = isLong ? await selectNumberOfLast(tx, scope, log, { after, count: limit }) : undefined;
    // A record that was committed since the end was read is in a later stretch.
    const upTo = last === undefined || last > logEnd ? logEnd : last;
    await addStretch(tx, log, { ...scope, after, upTo });
    await movePosition(tx, scope, log, upTo);
    return upTo < logEnd;
  });
}

/** Removes what was folded of a workspace's logs; the next runs fold them from the beginning. */
export async function rebuildStatistics(tx: Transaction, scope: LedgerScope): Promise<void> {
  for (const log of foldedLogs) {
    await lockPosition(tx, scope, log);
    await removeFolded(tx, scope, log);
    await movePosition(tx, scope, log, 0n);
  }
}
