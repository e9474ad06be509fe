import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import type { Money } from "../../kernel/money.ts";
import { type LedgerAccount, pathOf } from "../ledger-account.ts";
import type { LedgerScope, OperationType } from "../operation.ts";
import { selectNames, selectNumber } from "./account-names-store.ts";
import {
  type EntryPlace,
  type EntryRow,
  type Stretch,
  selectEntries,
  selectLastEntry,
  selectStretchEnd,
  selectTotals,
} from "./statement-store.ts";

/** Start inclusive, end exclusive. */
export interface Period {
  readonly from: Instant;
  readonly to: Instant;
}

export interface StatementOptions {
  /** Includes holds and voids, which change the available but not the posted balance. */
  readonly includesHolds?: boolean;
  readonly pageSize?: number;
}

/**
 * Opening and closing balance of a period, with total credits and debits. Records up to `through` never change, so
 * later pages of this statement are consistent with it without a lock.
 */
export interface StatementSummary extends Period {
  readonly account: LedgerAccount;
  readonly opening: Money;
  readonly closing: Money;
  readonly totalIn: Money;
  readonly totalOut: Money;
  /** The last record included in the statement; 0 if there is none. */
  readonly through: bigint;
  readonly includesHolds: boolean;
}

/** Change of the account by one record, and the balance after it. */
export interface StatementEntry extends EntryPlace {
  readonly type: OperationType;
  readonly key: string;
  readonly change: Money;
  readonly balance: Money;
  readonly heldChange: Money;
  readonly held: Money;
  /** The other accounts of the record, as paths. */
  readonly counterparts: readonly string[];
}

export interface StatementPage {
  readonly entries: readonly StatementEntry[];
  /** Start of the next page; undefined on the last. */
  readonly next: EntryPlace | undefined;
}

const defaultPageSize = 500;
const maxPageSize = 1_000;
const entriesPerSum = 50_000;
/** Maximum number of entries scanned per SQL statement. */
export const entriesPerScan = 10_000;
const beforeAll: EntryPlace = { at: instantFromMs(0), sequence: 0n, position: 0 };

/** A statement with its first page. */
export async function readStatement(
  session: Session,
  scope: LedgerScope,
  account: LedgerAccount,
  { from, to, includesHolds, pageSize }: Period & StatementOptions,
): Promise<StatementSummary & StatementPage> {
  const holds = includesHolds === undefined ? {} : { includesHolds };
  const summary = await summariseStatement(session, scope, account, { from, to, ...holds });
  const page = await readStatementPage(session, scope, summary, pageSize === undefined ? {} : { pageSize });
  return { ...summary, ...page };
}

export async function summariseStatement(
  session: Session,
  scope: LedgerScope,
  account: LedgerAccount,
  { from, to, includesHolds = false }: Period & StatementOptions,
): Promise<StatementSummary> {
  assert(from <= to, "a period starts before it ends");
  const { asset } = account;
  const money = (units: bigint): Money => ({ units, asset });
  const accountNumber = await numberOf(session, scope, account);
  const none = { opening: 0n, closing: 0n, totalIn: 0n, totalOut: 0n, through: 0n };
  const units =
    accountNumber === undefined ? none : await readUnits(session, scope, { accountNumber, from, to });
  const { opening, closing, totalIn, totalOut, through } = units;
  assert(opening + totalIn - totalOut === closing, `the statement of ${pathOf(account)} adds up`);
  return {
    account,
    from,
    to,
    opening: money(opening),
    closing: money(closing),
    totalIn: money(totalIn),
    totalOut: money(totalOut),
    through,
    includesHolds,
  };
}

/** Entries of a statement after a position, or from the start. */
export async function readStatementPage(
  session: Session,
  scope: LedgerScope,
  summary: StatementSummary,
  { after, pageSize = defaultPageSize }: { readonly after?: EntryPlace; readonly pageSize?: number } = {},
): Promise<StatementPage> {
  assert(pageSize > 0 && pageSize <= maxPageSize, "a page of a statement has a limit");
  const part = { position: after, requested: pageSize + 1 };
  const found = await readStatementEntries(session, scope, summary, part);
  const entries = found.slice(0, pageSize);
  return { entries, next: found.length > pageSize ? entries.at(-1) : undefined };
}

interface EntriesPart {
  /** Newest first, before the position or the end of the statement. */
  readonly isBackwards?: boolean;
  readonly position: EntryPlace | undefined;
  readonly requested: number;
}

export async function readStatementEntries(
  session: Session,
  scope: LedgerScope,
  { account, from, to, through, includesHolds }: StatementSummary,
  { isBackwards = false, position, requested }: EntriesPart,
): Promise<readonly StatementEntry[]> {
  const accountNumber = through === 0n ? undefined : await numberOf(session, scope, account);
  if (accountNumber === undefined) return [];
  const end = startOf(to);
  const stretch = isBackwards
    ? { after: position === undefined || position.at >= to ? end : position, to: from }
    : { after: position === undefined || position.at < from ? startOf(from) : position, to };
  const rows = await readRows(session, scope, {
    ...stretch,
    accountNumber,
    isBackwards,
    through,
    includesHolds,
    limit: includesHolds ? requested : entriesPerScan,
    requested,
  });
  const paths = await pathsOf(session, scope, rows);
  return rows.map((row) => toEntry(row, account, accountNumber, paths));
}

/** Fetches the requested number of rows in batches: there may be any number of holds between two entries. */
async function readRows(
  session: Session,
  scope: LedgerScope,
  stretch: Stretch & { readonly includesHolds: boolean; readonly requested: number },
): Promise<readonly EntryRow[]> {
  const rows: EntryRow[] = [];
  let after: EntryPlace | undefined = stretch.after;
  while (after !== undefined && rows.length < stretch.requested) {
    const rest: typeof stretch = { ...stretch, after, requested: stretch.requested - rows.length };
    rows.push(...(await selectEntries(session, scope, rest)));
    after = rows.length < stretch.requested ? await selectStretchEnd(session, scope, rest) : undefined;
  }
  return rows;
}

/** All entries of a statement, page by page; checks that they add up. */
export async function* streamStatement(
  session: Session,
  scope: LedgerScope,
  summary: StatementSummary,
): AsyncGenerator<readonly StatementEntry[], void, undefined> {
  let balance = summary.opening.units;
  let after: EntryPlace | undefined;
  do {
    const options = { pageSize: maxPageSize, ...(after === undefined ? {} : { after }) };
    const page = await readStatementPage(session, scope, summary, options);
    for (const entry of page.entries) {
      balance += entry.change.units;
      assert(balance === entry.balance.units, `entry ${entry.sequence} continues from the one before it`);
    }
    if (page.entries.length > 0) yield page.entries;
    after = page.next;
  } while (after !== undefined);
  assert(balance === summary.closing.units, `the statement of ${pathOf(summary.account)} adds up`);
}

async function numberOf(
  session: Session,
  scope: LedgerScope,
  account: LedgerAccount,
): Promise<bigint | undefined> {
  const known = await selectNumber(session, scope, account);
  const { code, scale } = account.asset;
  assert(known === undefined || known.scale === scale, `${code} has one scale`);
  return known?.number;
}

async function readUnits(
  session: Session,
  scope: LedgerScope,
  { accountNumber, from, to }: Period & { readonly accountNumber: bigint },
): Promise<Record<"opening" | "closing" | "totalIn" | "totalOut" | "through", bigint>> {
  const last = await selectLastEntry(session, scope, { accountNumber, before: to });
  const through = last?.sequence ?? 0n;
  // A record committed meanwhile may have an earlier time, from another node's clock. It is too late here.
  const before = await selectLastEntry(session, scope, { accountNumber, before: from, through });
  const totals = await sumEntries(session, scope, { accountNumber, from, to, through });
  return { opening: before?.posted ?? 0n, closing: last?.posted ?? 0n, ...totals, through };
}

/** Credits and debits of an account in a period, both positive. */
export async function sumEntries(
  session: Session,
  scope: LedgerScope,
  { accountNumber, from, to, through }: Period & Pick<Stretch, "accountNumber" | "through">,
): Promise<Record<"totalIn" | "totalOut", bigint>> {
  let [totalIn, totalOut] = [0n, 0n];
  let after: EntryPlace | undefined = startOf(from);
  while (after !== undefined) {
    const stretch = { accountNumber, after, to, through, limit: entriesPerSum };
    after = undefined;
    const totals = await selectTotals(session, scope, stretch);
    if (totals === undefined) break;
    totalIn += totals.totalIn;
    totalOut -= totals.totalOut;
    after = totals;
  }
  return { totalIn, totalOut };
}

/** Just before all entries of that time: sequences start at 1. */
function startOf(from: Instant): EntryPlace {
  return { ...beforeAll, at: from };
}

/** Paths of all accounts in the records of a page; bounded, because a record has at most 100 postings. */
async function pathsOf(
  session: Session,
  scope: LedgerScope,
  rows: readonly EntryRow[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = new Set(rows.flatMap(({ accountNumbers }) => accountNumbers));
  if (numbers.size === 0) return new Map();
  const accounts = await selectNames(session, scope, [...numbers].map(BigInt));
  return new Map(accounts.map(({ number, account }) => [number.toString(), pathOf(account)]));
}

function toEntry(
  row: EntryRow,
  { asset }: LedgerAccount,
  accountNumber: bigint,
  paths: ReadonlyMap<string, string>,
): StatementEntry {
  const { at, sequence, position, type, key, postedChange, heldChange, posted, held, accountNumbers } = row;
  const others = [...new Set(accountNumbers)].filter((number) => number !== accountNumber.toString());
  return {
    at,
    sequence,
    position,
    type,
    key,
    change: { units: postedChange, asset },
    balance: { units: posted, asset },
    heldChange: { units: heldChange, asset },
    held: { units: held, asset },
    counterparts: others.map((number) => paths.get(number) ?? number),
  };
}
