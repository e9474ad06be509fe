import type { RailTimes } from "../bank.ts";
import type { BankRail } from "../rail.ts";
import { type EngineDeps, maxEntriesPerFile } from "./engine-deps.ts";
import { type PlannedRow, selectLate, selectUnplanned, updateTimes } from "./queue-store.ts";

/** 1. Assigns times by the bank's cut-offs to entries that have none. True when there may be more. */
export async function planEntries(deps: EngineDeps): Promise<boolean> {
  const rows = await selectUnplanned(deps.database, deps.bank.network, maxEntriesPerFile);
  await plan(deps, rows);
  return rows.length === maxEntriesPerFile;
}

/** Moves entries whose window closed before they were filed to a later window. */
export async function planAgain(deps: EngineDeps): Promise<void> {
  const now = await deps.bank.now();
  await plan(deps, await selectLate(deps.database, deps.bank.network, { now, limit: maxEntriesPerFile }));
}

async function plan(deps: EngineDeps, rows: readonly PlannedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { bank, database, lease, clock } = deps;
  const times = new Map<BankRail, RailTimes>();
  for (const { rail } of rows) {
    if (!times.has(rail)) times.set(rail, await bank.times(rail));
  }
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    for (const [rail, railTimes] of times) {
      const ofRail = rows.filter((row) => row.rail === rail);
      await updateTimes(tx, ofRail, railTimes, clock.now());
    }
  });
  await deps.checkpoint("planned");
}
