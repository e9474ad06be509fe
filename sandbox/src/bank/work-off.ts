import type { Transaction } from "@florin/service/sandbox-ports";
import { insertBookings, selectBank } from "./bank-store.ts";
import { hasDueItems, lockDueItems, updateItems } from "./item-store.ts";
import { closeBank, openBank, readTime } from "./open-bank.ts";
import { putOut } from "./put-out.ts";
import { replyFiles } from "./reply-files.ts";
import type { SandboxDeps } from "./sandbox-deps.ts";
import { settleItem } from "./settle-items.ts";
import { dayToState, stateDays } from "./statements.ts";

/** Items per transaction, and transactions per call. */
const maxItemsAtOnce = 500;
const maxRounds = 20;

/** Processes everything that is due into files. Concurrent callers wait, and find it done. */
export async function workOff(deps: SandboxDeps): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    if (!(await isAnythingDue(deps))) return;
    await deps.database.transaction((tx) => workOffOnce(deps, tx));
  }
}

async function isAnythingDue(deps: SandboxDeps): Promise<boolean> {
  const { database, network } = deps;
  const bank = await selectBank(database, { network });
  if (bank === undefined) return false;
  const { now } = await readTime(deps, database);
  return (
    dayToState(bank.statedUntil, now) !== undefined || (await hasDueItems(database, { network, dueAt: now }))
  );
}

async function workOffOnce(deps: SandboxDeps, tx: Transaction): Promise<void> {
  const bank = await openBank(deps, tx);
  const { network, identity } = deps;
  const { time, numbers, row } = bank;
  const context = { network, identity, numbers, at: time.now };
  const due = await lockDueItems(tx, deps, { now: time.now, limit: maxItemsAtOnce });
  const done = due.map((item) => settleItem(item, numbers));
  await updateItems(
    tx,
    deps,
    done.map(({ item }) => item),
  );
  await insertBookings(
    tx,
    { network },
    done.flatMap(({ booking }) => (booking === undefined ? [] : [booking])),
  );
  const replies = replyFiles(context, done);
  // A day's statement is written when no item of that day is left.
  const isAllDone = due.length < maxItemsAtOnce;
  const stated = isAllDone ? await stateDays(tx, deps, context, row) : { bank: row, files: [] };
  await putOut(deps, tx, bank, [...replies, ...stated.files]);
  await closeBank(tx, bank, stated.bank);
}
