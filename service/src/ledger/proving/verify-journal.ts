import type { Database, Session } from "../../db/database.ts";
import type { Instant } from "../../kernel/instant.ts";
import { genesisHash } from "../journal-hash.ts";
import type { LedgerScope } from "../operation.ts";
import { pagesOf } from "../pages-of.ts";
import { checkAccounts, checkAssets, checkHead, maxAssets } from "./check-end.ts";
import { checkProtections } from "./check-protections.ts";
import { compareBalances, compareEntries, compareHolds, type Drifts } from "./compare-projections.ts";
import type { Finding } from "./finding.ts";
import {
  findForeignBalances,
  findForeignEntries,
  findForeignHolds,
  findRepeatedRecords,
} from "./foreign-rows.ts";
import { type JournalMark, selectMark, upsertMark } from "./marks-store.ts";
import { failureOf } from "./verification-failure.ts";
import { selectAssets, selectHeadState, selectJournal } from "./verify-store.ts";
import { beginAt, createWalk, highest, type JournalWalk, loadAccounts, walkJournal } from "./walk-journal.ts";

export interface VerifyOptions {
  /** Begin with this record, and take what lies before it on trust; rows that no record asks for are not looked for. */
  readonly from?: bigint;
  /** A head that was written down elsewhere: the record with this sequence must have this hash. */
  readonly expected?: JournalMark;
  /** Keep the head as the mark of this moment, if nothing is found; the next verification holds the journal against it. */
  readonly keepsMarkAt?: Instant;
  readonly onProgress?: (progress: VerifyProgress) => void;
  /** Checked before every statement. */
  readonly signal?: AbortSignal;
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
  /** False when it did not come to its end: there were too many findings, or it failed. */
  readonly isComplete: boolean;
  /** Why it could not go on, if it could not; what was found until then stands. */
  readonly failure: string | undefined;
}

const rowsPerPage = 1_000;

/**
 * Proves that a journal and everything beside it are what they must be: no record missing, changed or swapped, every
 * sum zero, every hold closed at most once, every limit kept, and entries, holds and balances as the journal demands.
 *
 * What was recorded when it began never changes, so that is read page by page without holding anything up. Only what
 * was recorded meanwhile, open holds and balances are read in one snapshot. Rows that no record demands are looked for
 * after it: rows of a later record appear together with it, so each statement can judge by itself.
 */
export async function verifyJournal(
  database: Database,
  scope: LedgerScope,
  options: VerifyOptions = {},
): Promise<Verification> {
  const walk = createWalk(scope);
  const failure = await failureOf(() => prove(database, walk, options), options.signal);
  const { findings, records, link } = walk;
  const head = { sequence: link.sequence, hash: link.hash ?? genesisHash };
  const isComplete = failure === undefined && !findings.isFull();
  return { scope, records, head, findings: findings.list, isComplete, failure };
}

async function prove(database: Database, walk: JournalWalk, options: VerifyOptions): Promise<void> {
  const { from = 1n, signal, keepsMarkAt } = options;
  const { scope, findings } = walk;
  const outside = heeding(database, signal);
  await checkProtections(outside, findings);
  await beginAt(outside, walk, from);
  const drifts: Drifts = new Map();
  const start = await selectHeadState(outside, scope);
  const total = (start?.sequence ?? 0n) - walk.begin.sequence;
  const compareOn = (session: Session, through: bigint): Promise<void> =>
    comparePages(session, walk, { through, drifts, total, options });
  await loadAccounts(outside, walk);
  if (start !== undefined) await compareOn(outside, start.sequence);
  // It only reads, so it is never run a second time.
  await database.transaction(
    async (tx) => {
      const snapshot = heeding(tx, signal);
      await loadAccounts(snapshot, walk);
      await compareOn(snapshot, highest);
      if (findings.isFull()) return;
      checkHead(walk, await selectHeadState(snapshot, scope));
      await checkMarks(snapshot, walk, options);
      checkAccounts(walk);
      checkAssets(walk, await selectAssets(snapshot, scope, maxAssets));
      await comparePresent(snapshot, walk);
    },
    { isolation: "repeatable read" },
  );
  if (from > 1n) return;
  await findForeignRows(outside, walk);
  if (keepsMarkAt === undefined || findings.list.length > 0 || walk.link.sequence === 0n) return;
  const { sequence, hash = genesisHash } = walk.link;
  await upsertMark(outside, scope, { sequence, hash }, keepsMarkAt);
}

/** Every statement is a moment to stop at. */
function heeding(session: Session, signal: AbortSignal | undefined): Session {
  const orStop = <T>(ask: () => Promise<T>): Promise<T> => {
    signal?.throwIfAborted();
    return ask();
  };
  return {
    rows: async (asked, values) => orStop(() => session.rows(asked, values)),
    first: async (asked, values) => orStop(() => session.first(asked, values)),
    run: async (asked, values) => orStop(() => session.run(asked, values)),
  };
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
  const { onProgress } = way.options;
  for await (const { entries, closed } of walkJournal(session, walk, way.through)) {
    await compareEntries(session, walk, way.drifts, entries);
    for (const { finding } of await compareHolds(session, walk, closed)) walk.findings.add(finding);
    onProgress?.({ records: walk.records, total: way.total });
  }
}

/** Somebody who can rewrite every row can rewrite the chain as well; what is written down elsewhere they cannot reach. */
async function checkMarks(session: Session, walk: JournalWalk, { expected }: VerifyOptions): Promise<void> {
  const kept = await selectMark(session, walk.scope);
  if (kept !== undefined) await checkMark(session, walk, kept, "that it had when it was verified last");
  if (expected !== undefined) await checkMark(session, walk, expected, "that is expected of it");
}

async function checkMark(
  session: Session,
  { scope, findings }: JournalWalk,
  { sequence, hash }: JournalMark,
  which: string,
): Promise<void> {
  const wish = { after: sequence - 1n, through: sequence, limit: 1 };
  const stored =
    sequence === 0n ? genesisHash : (await selectJournal(session, scope, wish)).map((row) => row.hash)[0];
  const no = (detail: string): void => findings.add({ table: "ledger_journal", sequence, detail });
  if (stored === undefined) no("is expected, and the journal has no such record");
  else if (!stored.equals(hash)) no(`does not have the hash ${which}`);
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
  for await (const { finding } of findForeignBalances(session, walk)) findings.add(finding);
  for await (const finding of findForeignEntries(session, walk)) findings.add(finding);
  for await (const finding of findRepeatedRecords(session, walk)) findings.add(finding);
}
