import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { genesisHash } from "../journal-hash.ts";
import type { LedgerScope } from "../operation.ts";
import { checkLink, followSequence, type Link } from "./check-link.ts";
import { collectFindings, type Findings } from "./finding.ts";
import { type JournalRow, readRow } from "./journal-row.ts";
import { loadOpenHolds } from "./past-holds.ts";
import { provenLimits } from "./proven-limits.ts";
import { type Entry, type Hold, type Replay, replayRecord } from "./replay.ts";
import { nameOfAccount, type ReplayedAccount } from "./replayed-account.ts";
import { type AccountState, selectAccountStates, selectJournal } from "./verify-store.ts";

/** A walk along a journal: its position, the replayed state and the findings. */
export interface JournalWalk {
  readonly scope: LedgerScope;
  readonly replay: Replay;
  readonly findings: Findings;
  link: Link;
  records: bigint;
  /** Number of entries of those records. */
  entries: bigint;
  /** Accounts up to this number have been read. */
  accountsThrough: bigint;
  /** Scale of each asset, from the first of its accounts. */
  readonly scales: Map<string, number>;
  /** Interned texts that many accounts share. */
  readonly texts: Map<string, string>;
  /** The starting record, and the trusted balances there. */
  begin: { readonly sequence: bigint; readonly atMs: number };
}

/** Changes of a page of records to the tables besides the journal. */
export interface WalkedPage {
  readonly entries: readonly Entry[];
  readonly closed: readonly Hold[];
}

const recordsPerPage = 1_000;
const accountsPerPage = 1_000;
/** Maximum number of accounts and open holds in memory, about 400 bytes each. */
const maxKept = 3_000_000;
const lowest = -(2n ** 63n);
export const highest = 2n ** 63n - 1n;

/** Starts before the first record. */
export function createWalk(scope: LedgerScope): JournalWalk {
  return {
    scope,
    replay: { accounts: new Map(), openHolds: new Map(), lastAccountNumber: 0n },
    findings: collectFindings(),
    link: firstLink,
    begin: { sequence: 0n, atMs: 0 },
    records: 0n,
    entries: 0n,
    accountsThrough: lowest,
    scales: new Map(),
    texts: new Map(),
  };
}

/** Starts before the record `from`; everything before it is trusted. */
export async function beginAt(session: Session, walk: JournalWalk, from: bigint): Promise<void> {
  if (from <= 1n) return;
  walk.link = await linkBefore(session, walk.scope, from, walk.findings);
  walk.begin = { sequence: walk.link.sequence, atMs: walk.link.atMs };
  await loadOpenHolds(session, walk.scope, walk.begin.sequence, walk.replay.openHolds);
}

/** Reads the accounts added since the last time; must run before the records that name them. */
export async function loadAccounts(session: Session, walk: JournalWalk): Promise<void> {
  let page: readonly AccountState[];
  do {
    page = await selectAccountStates(session, walk.scope, {
      after: walk.accountsThrough,
      limit: accountsPerPage,
      asOf: walk.begin,
    });
    for (const state of page) noteAccount(walk, state);
    walk.accountsThrough = page.at(-1)?.number ?? walk.accountsThrough;
    assertKept(walk);
  } while (page.length === accountsPerPage);
}

/** Continues to a record, page by page; stops early only after too many findings. */
export async function* walkJournal(
  session: Session,
  walk: JournalWalk,
  through: bigint,
): AsyncGenerator<WalkedPage, void, undefined> {
  let after = walk.records === 0n && walk.begin.sequence === 0n ? lowest : walk.link.sequence;
  while (!walk.findings.isFull()) {
    const rows = await selectJournal(session, walk.scope, { after, through, limit: recordsPerPage });
    const page = { entries: [] as Entry[], closed: [] as Hold[] };
    for (const row of rows) walkRecord(walk, row, page);
    assertKept(walk);
    walk.entries += BigInt(page.entries.length);
    yield page;
    after = rows.at(-1)?.sequence ?? after;
    if (rows.length < recordsPerPage) return;
  }
}

function walkRecord(walk: JournalWalk, row: JournalRow, page: { entries: Entry[]; closed: Hold[] }): void {
  const { findings, replay } = walk;
  const before = followSequence(walk.link, row.sequence, findings.add);
  if (row.sequence <= walk.link.sequence) return;
  walk.records += 1n;
  const record = readRow(row, findings.add);
  if (record === undefined) {
    walk.link = { ...before, sequence: row.sequence, hash: row.hash, rightHashes: [] };
    return;
  }
  const { entries, closed } = replayRecord(replay, record, findings.add);
  walk.link = checkLink({ scope: walk.scope, replay, link: before }, record, findings.add);
  page.entries.push(...entries);
  if (closed !== undefined) page.closed.push(closed);
}

function assertKept({ replay }: JournalWalk): void {
  const kept = replay.accounts.size + replay.openHolds.size;
  assert(kept <= maxKept, `a journal is read with at most ${maxKept} accounts and open holds`);
}

const firstLink: Link = { sequence: 0n, atMs: 0, isAhead: false, hash: genesisHash, rightHashes: [] };

async function linkBefore(
  session: Session,
  scope: LedgerScope,
  from: bigint,
  findings: Findings,
): Promise<Link> {
  const sequence = from - 1n;
  const input = { after: sequence - 1n, through: sequence, limit: 1 };
  const [row] = await selectJournal(session, scope, input);
  if (row === undefined) findings.add({ table: "ledger_journal", sequence, detail: "is missing" });
  const record = row === undefined ? undefined : readRow(row, findings.add);
  return { sequence, atMs: record?.atMs ?? 0, isAhead: false, hash: row?.hash, rightHashes: [] };
}

function noteAccount(walk: JournalWalk, state: AccountState): void {
  const { replay, findings, scales } = walk;
  const account = toReplayed(walk, state);
  const { number, kind, assetCode, assetScale } = account;
  const add = (detail: string): void =>
    findings.add({ table: "ledger_accounts", account: nameOfAccount(account), detail });
  if (provenLimits(kind) === undefined) add("has an unknown kind");
  if (replay.accounts.has(number)) add(`has number ${number}, like another account`);
  const scale = scales.get(assetCode) ?? assetScale;
  if (scale !== assetScale) {
    add(`has ${assetScale} decimals, but another account of ${assetCode} has ${scale}`);
  }
  scales.set(assetCode, scale);
  replay.accounts.set(number, account);
  if (account.isOpened && number > replay.lastAccountNumber) replay.lastAccountNumber = number;
}

function toReplayed({ texts }: JournalWalk, state: AccountState): ReplayedAccount {
  const { number, openedAtMicros, posted, held, assetScale } = state;
  const shared = (text: string): string => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  return {
    number,
    kind: shared(state.kind),
    owner: state.owner,
    chain: shared(state.chain),
    assetCode: shared(state.assetCode),
    assetScale,
    isMissing: false,
    openedAtMicros,
    isOpened: posted !== undefined,
    posted: posted ?? 0n,
    held: held ?? 0n,
    records: 0,
    wrongHashes: 0,
  };
}
