import type { Session } from "../../db/database.ts";
import { genesisHash } from "../journal-hash.ts";
import { type LedgerAccount, type LedgerAccountKind, ledgerAccountKinds, pathOf } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";
import type { Entry, Hold } from "../recording/draft.ts";
import { checkLink, followSequence, type Link } from "./check-link.ts";
import { collectFindings, type Findings } from "./finding.ts";
import { type JournalRow, readRow } from "./journal-row.ts";
import { type Replay, type ReplayedAccount, replayRecord } from "./replay.ts";
import {
  type AccountState,
  selectAccountStates,
  selectHoldsOpenAfter,
  selectJournal,
} from "./verify-store.ts";

/** The way along a journal: how far it got, what it says so far, and what was wrong with it. */
export interface JournalWalk {
  readonly scope: LedgerScope;
  readonly replay: Replay;
  readonly findings: Findings;
  link: Link;
  records: bigint;
  /** How many entries those records have. */
  entries: bigint;
  /** Accounts up to this number were looked at. */
  accountsThrough: bigint;
  /** Where it began, and the balances that were taken on trust there. */
  readonly begin: { readonly sequence: bigint; readonly atMs: number };
}

/** What a page of records makes of the tables beside the journal. */
export interface WalkedPage {
  readonly entries: readonly Entry[];
  readonly closed: readonly Hold[];
}

const recordsPerPage = 1_000;
const accountsPerPage = 1_000;
const holdsPerPage = 1_000;
const lowest = -(2n ** 63n);
export const highest = 2n ** 63n - 1n;

/** Stands before the record `from`; what lies before that one is taken on trust. */
export async function beginWalk(session: Session, scope: LedgerScope, from: bigint): Promise<JournalWalk> {
  const replay: Replay = { accounts: new Map(), openHolds: new Map(), lastAccountNumber: 0n };
  const findings = collectFindings();
  const link = from <= 1n ? firstLink : await linkBefore(session, scope, from, findings);
  const begin = { sequence: link.sequence, atMs: link.atMs };
  const progress = { records: 0n, entries: 0n, accountsThrough: lowest };
  const walk: JournalWalk = { scope, replay, findings, link, begin, ...progress };
  if (from > 1n) await loadOpenHolds(session, walk);
  return walk;
}

/** Takes note of the accounts that came since the last time; done before the records that name them. */
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
  } while (page.length === accountsPerPage);
}

/** Walks on to a record, page by page, and stops early only when there are too many findings. */
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
    walk.link = { ...before, sequence: row.sequence, hash: row.hash, rightHash: undefined };
    return;
  }
  const { entries, closed } = replayRecord(replay, record, findings.add);
  walk.link = checkLink({ scope: walk.scope, replay, link: before }, record, findings.add);
  page.entries.push(...entries);
  if (closed !== undefined) page.closed.push(closed);
}

const firstLink: Link = { sequence: 0n, atMs: 0, hash: genesisHash, rightHash: undefined };

async function linkBefore(
  session: Session,
  scope: LedgerScope,
  from: bigint,
  findings: Findings,
): Promise<Link> {
  const sequence = from - 1n;
  const wish = { after: sequence - 1n, through: sequence, limit: 1 };
  const [row] = await selectJournal(session, scope, wish);
  if (row === undefined) findings.add({ table: "ledger_journal", sequence, detail: "is missing" });
  const record = row === undefined ? undefined : readRow(row, findings.add);
  return { sequence, atMs: record?.atMs ?? 0, hash: row?.hash, rightHash: undefined };
}

async function loadOpenHolds(session: Session, { scope, replay, begin }: JournalWalk): Promise<void> {
  let page: Awaited<ReturnType<typeof selectHoldsOpenAfter>>;
  let after = "";
  do {
    page = await selectHoldsOpenAfter(session, scope, {
      sequence: begin.sequence,
      after,
      limit: holdsPerPage,
    });
    for (const hold of page) replay.openHolds.set(hold.key, { ...hold, closing: undefined });
    after = page.at(-1)?.key ?? after;
  } while (page.length === holdsPerPage);
}

function noteAccount({ replay, findings }: JournalWalk, state: AccountState): void {
  const account = toAccount(state);
  const path = pathOf(account);
  const { number, openedAtMicros, posted, held } = state;
  if (!ledgerAccountKinds.includes(account.kind)) {
    findings.add({ table: "ledger_accounts", account: path, detail: "is of no kind that there is" });
  }
  if (replay.accounts.has(number)) {
    findings.add({
      table: "ledger_accounts",
      account: path,
      detail: `has number ${number}, as another one does`,
    });
  }
  const isOpened = posted !== null;
  const balance = { posted: posted ?? 0n, held: held ?? 0n };
  const noted: ReplayedAccount = {
    number,
    account,
    path,
    openedAtMicros,
    isOpened,
    ...balance,
    records: 0,
    wrongHashes: 0,
  };
  replay.accounts.set(number, noted);
  if (isOpened && number > replay.lastAccountNumber) replay.lastAccountNumber = number;
}

/** The kind may be anything that somebody wrote there; whoever relies on it looks first. */
function toAccount({ kind, owner, chain, assetCode, assetScale }: AccountState): LedgerAccount {
  return {
    kind: kind as LedgerAccountKind,
    ...(owner === "" ? {} : { owner }),
    ...(chain === "" ? {} : { chain }),
    asset: { code: assetCode, scale: assetScale },
  };
}
