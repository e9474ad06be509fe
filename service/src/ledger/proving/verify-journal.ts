import type { Database, Session } from "../../db/database.ts";
import { genesisHash } from "../journal-hash.ts";
import type { LedgerScope } from "../operation.ts";
import { pagesOf } from "../pages-of.ts";
import { checkAccounts, checkHead } from "./check-end.ts";
import { compareBalances, compareEntries, compareHolds, type Drifts } from "./compare-projections.ts";
import type { Finding } from "./finding.ts";
import { findForeignBalances, findForeignEntries, findForeignHolds } from "./foreign-rows.ts";
import { selectHeadState, selectJournal } from "./verify-store.ts";
import { beginWalk, highest, type JournalWalk, loadAccounts, walkJournal } from "./walk-journal.ts";

export interface VerifyOptions {
  /** Begin with this record, and take what lies before it on trust; rows that no record asks for are not looked for. */
  readonly from?: bigint;
  /** A head that was written down elsewhere: the record with this sequence must have this hash. */
  readonly expected?: JournalMark;
  readonly onProgress?: (progress: VerifyProgress) => void;
  /** Checked between pages. */
  readonly signal?: AbortSignal;
}

export interface JournalMark {
  readonly sequence: bigint;
  readonly hash: Buffer;
}

export interface VerifyProgress {
  readonly records: bigint;
  /** As many as there were at the beginning; a few more may come meanwhile. */
  readonly total: bigint;
}

export interface Verification {
  readonly scope: LedgerScope;
  /** How many records were looked at. */
  readonly records: bigint;
  /** The last of them; worth writing down elsewhere when nothing was found. */
  readonly head: JournalMark;
  readonly findings: readonly Finding[];
  /** False when there were so many findings that it stopped. */
  readonly isComplete: boolean;
}

const rowsPerPage = 1_000;

/**
 * Proves that a journal and everything beside it are what they must be: no record missing, changed or swapped, every
 * sum zero, every hold closed at most once, every limit kept, and entries, holds and balances as the journal demands.
 *
 * What was recorded when it began never changes, so that is read page by page without holding anything up. Only the
 * end, with what was recorded meanwhile and with the balances, is read in one snapshot, which is open for seconds.
 */
export async function verifyJournal(
  database: Database,
  scope: LedgerScope,
  options: VerifyOptions = {},
): Promise<Verification> {
  const { from = 1n, expected } = options;
  const walk = await beginWalk(database, scope, from);
  const drifts: Drifts = new Map();
  const start = await selectHeadState(database, scope);
  const total = (start?.sequence ?? 0n) - walk.begin.sequence;
  const compareOn = (session: Session, through: bigint): Promise<void> =>
    comparePages(session, walk, { through, drifts, total, options });
  await loadAccounts(database, walk);
  if (start !== undefined) await compareOn(database, start.sequence);
  // It only reads, so it is never run a second time.
  await database.transaction(
    async (snapshot) => {
      await loadAccounts(snapshot, walk);
      await compareOn(snapshot, highest);
      if (walk.findings.isFull()) return;
      checkHead(walk, await selectHeadState(snapshot, scope));
      if (expected !== undefined) await checkMark(snapshot, walk, expected);
      checkAccounts(walk);
      await comparePresent(snapshot, walk);
      if (from <= 1n) await findForeignRows(snapshot, walk);
    },
    { isolation: "repeatable read" },
  );
  const { findings, records, link } = walk;
  const head = { sequence: link.sequence, hash: link.hash ?? genesisHash };
  return { scope, records, head, findings: findings.list, isComplete: !findings.isFull() };
}

async function comparePages(
  session: Session,
  walk: JournalWalk,
  way: {
    readonly through: bigint;
    readonly drifts: Drifts;
    readonly total: bigint;
    readonly options: VerifyOptions;
  },
): Promise<void> {
  const { signal, onProgress } = way.options;
  for await (const { entries, closed } of walkJournal(session, walk, way.through)) {
    signal?.throwIfAborted();
    await compareEntries(session, walk, way.drifts, entries);
    for (const { finding } of await compareHolds(session, walk, closed)) walk.findings.add(finding);
    onProgress?.({ records: walk.records, total: way.total });
  }
}

/** Somebody who can rewrite every row can rewrite the chain as well; what is written down elsewhere they cannot reach. */
async function checkMark(
  session: Session,
  { scope, findings }: JournalWalk,
  { sequence, hash }: JournalMark,
): Promise<void> {
  const wish = { after: sequence - 1n, through: sequence, limit: 1 };
  const stored =
    sequence === 0n ? genesisHash : (await selectJournal(session, scope, wish)).map((row) => row.hash)[0];
  const no = (detail: string): void => findings.add({ table: "ledger_journal", sequence, detail });
  if (stored === undefined) no("is expected, and the journal has no such record");
  else if (!stored.equals(hash)) no("does not have the hash that is expected of it");
}

async function comparePresent(session: Session, walk: JournalWalk): Promise<void> {
  for (const holds of pagesOf(walk.replay.openHolds.values(), rowsPerPage)) {
    for (const { finding } of await compareHolds(session, walk, holds)) walk.findings.add(finding);
  }
  for (const accounts of pagesOf(walk.replay.accounts.values(), rowsPerPage)) {
    for (const { finding } of await compareBalances(session, walk, accounts)) walk.findings.add(finding);
  }
}

async function findForeignRows(session: Session, walk: JournalWalk): Promise<void> {
  const { findings } = walk;
  for await (const { finding } of findForeignHolds(session, walk)) findings.add(finding);
  for (const { finding } of await findForeignBalances(session, walk)) findings.add(finding);
  for await (const finding of findForeignEntries(session, walk)) findings.add(finding);
}
