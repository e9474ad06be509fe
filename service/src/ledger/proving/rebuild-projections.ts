import type { Transaction } from "../../db/database.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { LedgerScope } from "../operation.ts";
import { pagesOf } from "../pages-of.ts";
import { checkAccounts, checkAssets, checkHead, maxAssets } from "./check-end.ts";
import { compareBalances, compareEntries, compareHolds } from "./compare-projections.ts";
import type { Finding } from "./finding.ts";
import { findForeignBalances, findForeignEntries, findForeignHolds } from "./foreign-rows.ts";
import { deleteBalances, deleteHolds } from "./foreign-rows-store.ts";
import { provenLimits } from "./proven-limits.ts";
import { countRebuild, insertBalances, insertHolds, lockHead } from "./rebuild-store.ts";
import type { Hold } from "./replay.ts";
import type { ReplayedAccount } from "./replayed-account.ts";
import { selectAssets, selectHeadState } from "./verify-store.ts";
import { createWalk, highest, type JournalWalk, loadAccounts, walkJournal } from "./walk-journal.ts";

export interface Rebuilt {
  readonly records: bigint;
  /** Number of rows that were corrected. */
  readonly balances: number;
  readonly holds: number;
  /** What was wrong with them, up to a limit. */
  readonly findings: readonly Finding[];
}

const rowsPerPage = 1_000;
const maxReported = 100;

/**
 * Replays the journal from the start and corrects differing balances and holds. The journal is locked for writers
 * meanwhile. Refuses if the journal or its entries are invalid, because the result would be
 * invalid too.
 */
export async function rebuildProjections(tx: Transaction, scope: LedgerScope): Promise<Rebuilt> {
  if ((await lockHead(tx, scope)) === undefined) {
    throw new RefusalError(refuse("not_found", "this tenant has no journal on this network"));
  }
  const walk = createWalk(scope);
  const wrong = createTally();
  await loadAccounts(tx, walk);
  for await (const { entries, closed } of walkJournal(tx, walk, highest)) {
    await compareEntries(tx, walk, new Map(), entries);
    refuseUnsound(walk);
    await rebuildHolds(tx, walk, closed, wrong);
  }
  checkHead(walk, await selectHeadState(tx, scope));
  checkAccounts(walk);
  checkAssets(walk, await selectAssets(tx, { ...scope, limit: maxAssets }));
  for await (const finding of findForeignEntries(tx, walk)) walk.findings.add(finding);
  refuseUnsound(walk);
  for (const holds of pagesOf(walk.replay.openHolds.values(), rowsPerPage)) {
    await rebuildHolds(tx, walk, holds, wrong);
  }
  for (const accounts of pagesOf(walk.replay.accounts.values(), rowsPerPage)) {
    await rebuildBalances(tx, walk, accounts, wrong);
  }
  await removeForeignRows(tx, walk, wrong);
  await countRebuild(tx, scope);
  return { records: walk.records, balances: wrong.balances, holds: wrong.holds, findings: wrong.findings };
}

interface Tally {
  balances: number;
  holds: number;
  readonly findings: Finding[];
  add(table: "balances" | "holds", findings: readonly Finding[]): void;
}

function createTally(): Tally {
  return {
    balances: 0,
    holds: 0,
    findings: [],
    add(table, findings) {
      this[table] += findings.length;
      this.findings.push(...findings.slice(0, maxReported - this.findings.length));
    },
  };
}

function refuseUnsound({ findings }: JournalWalk): void {
  if (findings.list.length === 0) return;
  throw new RefusalError(
    refuse("conflict", "the journal is not valid, so nothing can be rebuilt from it; verify it first"),
  );
}

async function rebuildHolds(
  tx: Transaction,
  walk: JournalWalk,
  holds: readonly Hold[],
  tally: Tally,
): Promise<void> {
  const wrong = await compareHolds(tx, walk, holds);
  if (wrong.length === 0) return;
  const right = wrong.map(({ hold }) => hold);
  await deleteHolds(tx, { ...walk.scope, key: right.map(({ key }) => key) });
  await insertHolds(
    tx,
    walk.scope,
    right.map(({ closing, ...hold }) => ({
      ...hold,
      closedSequence: closing?.sequence,
      closedBy: closing?.by,
      postedUnits: closing?.postedUnits,
    })),
  );
  tally.add(
    "holds",
    wrong.map(({ finding }) => finding),
  );
}

async function rebuildBalances(
  tx: Transaction,
  walk: JournalWalk,
  accounts: readonly ReplayedAccount[],
  tally: Tally,
): Promise<void> {
  const wrong = await compareBalances(tx, walk, accounts);
  if (wrong.length === 0) return;
  const right = wrong.map(({ account: { number, kind, posted, held } }) => {
    const { minimum, maximum } = provenLimits(kind) ?? {};
    return {
      accountNumber: number,
      postedUnits: posted,
      heldUnits: held,
      minimumUnits: minimum,
      maximumUnits: maximum,
    };
  });
  await deleteBalances(tx, {
    ...walk.scope,
    accountNumber: right.map(({ accountNumber }) => accountNumber),
  });
  await insertBalances(tx, walk.scope, right);
  tally.add(
    "balances",
    wrong.map(({ finding }) => finding),
  );
}

async function removeForeignRows(tx: Transaction, walk: JournalWalk, tally: Tally): Promise<void> {
  for await (const { key, finding } of findForeignHolds(tx, walk)) {
    await deleteHolds(tx, { ...walk.scope, key: [key] });
    tally.add("holds", [finding]);
  }
  for await (const { accountNumber, finding } of findForeignBalances(tx, walk)) {
    await deleteBalances(tx, { ...walk.scope, accountNumber: [accountNumber] });
    tally.add("balances", [finding]);
  }
}
