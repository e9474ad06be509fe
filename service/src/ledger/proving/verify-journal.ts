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
  /** Start with this record and trust everything before it; rows without a record are then not searched. */
  readonly from?: bigint;
  /** A head stored elsewhere: the record with this sequence must have this hash. */
  readonly expected?: JournalMark;
  /** Store the head as checkpoint if nothing is found; the next verification compares the journal with it. */
  readonly keepsMarkAt?: Instant;
  readonly onProgress?: (progress: VerifyProgress) => void;
  /** Checked before every statement. */
  readonly signal?: AbortSignal;
}

export interface VerifyProgress {
  readonly records: bigint;
  /** Number of records at the start; a few may be added meanwhile. */
  readonly total: bigint;
}

export interface Verification {
  readonly scope: LedgerScope;
  /** Number of records verified. */
  readonly records: bigint;
  /** The last of them; worth storing elsewhere if nothing was found. */
  readonly head: JournalMark;
  readonly findings: readonly Finding[];
  /** False if it did not finish: too many findings, or an error. */
  readonly isComplete: boolean;
  /** The error, if any; findings until then are valid. */
  readonly failure: string | undefined;
}

const rowsPerPage = 1_000;

/**
 * Verifies a journal and everything derived from it: no record missing, changed or swapped, every sum zero, every hold
 * closed at most once, every limit met, and entries, holds and balances as the journal requires.
 *
 * Records that existed at the start never change, so they are read page by page without locks. Only newer records, open
 * holds and balances are read in one snapshot. Rows without a record are searched after that: rows of a later record
 * appear together with it, so each statement is consistent in itself.
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
  // Read-only, so it is never retried.
  await database.transaction(
    async (tx) => {
      const snapshot = heeding(tx, signal);
      await loadAccounts(snapshot, walk);
      await compareOn(snapshot, highest);
      if (findings.isFull()) return;
      checkHead(walk, await selectHeadState(snapshot, scope));
      await checkMarks(snapshot, walk, options);
      checkAccounts(walk);
      checkAssets(walk, await selectAssets(snapshot, { ...scope, limit: maxAssets }));
      await comparePresent(snapshot, walk);
    },
    { isolation: "repeatable read" },
  );
  if (from > 1n) return;
  await findForeignRows(outside, walk);
  if (keepsMarkAt === undefined || findings.list.length > 0 || walk.link.sequence === 0n) return;
  const { sequence, hash = genesisHash } = walk.link;
  await upsertMark(outside, { ...scope, sequence, hash, verifiedAt: keepsMarkAt });
}

/** Checks the abort signal before every statement. */
function heeding(session: Session, signal: AbortSignal | undefined): Session {
  const orStop = <T>(run: () => Promise<T>): Promise<T> => {
    signal?.throwIfAborted();
    return run();
  };
  return {
    rows: async (requested, values) => orStop(() => session.rows(requested, values)),
    first: async (requested, values) => orStop(() => session.first(requested, values)),
    run: async (requested, values) => orStop(() => session.run(requested, values)),
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

/** An attacker who can rewrite every row can rewrite the chain too, but not a head that is stored elsewhere. */
async function checkMarks(session: Session, walk: JournalWalk, { expected }: VerifyOptions): Promise<void> {
  const kept = await selectMark(session, walk.scope);
  if (kept !== undefined) await checkMark(session, walk, kept, "it had at the last verification");
  if (expected !== undefined) await checkMark(session, walk, expected, "that was expected");
}

async function checkMark(
  session: Session,
  { scope, findings }: JournalWalk,
  { sequence, hash }: JournalMark,
  which: string,
): Promise<void> {
  const input = { after: sequence - 1n, through: sequence, limit: 1 };
  const stored =
    sequence === 0n ? genesisHash : (await selectJournal(session, scope, input)).map((row) => row.hash)[0];
  const add = (detail: string): void => findings.add({ table: "ledger_journal", sequence, detail });
  if (stored === undefined) add("is expected, but the journal has no such record");
  else if (!stored.equals(hash)) add(`does not have the hash ${which}`);
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
