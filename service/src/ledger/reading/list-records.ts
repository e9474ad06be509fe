import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Money } from "../../kernel/money.ts";
import type { LedgerAccount } from "../ledger-account.ts";
import type { LedgerScope, OperationType } from "../operation.ts";
import {
  type RecordLineRow,
  type RecordSlice,
  selectRecordLines,
  selectRecordLinesBetween,
  selectRecordTime,
} from "./records-store.ts";

/** A record of the journal. */
export interface LedgerRecord {
  readonly sequence: bigint;
  readonly at: Instant;
  readonly type: OperationType;
  readonly key: string;
  /** For a hold, the held account and units; for a void, empty. */
  readonly lines: readonly RecordLine[];
}

export interface RecordLine {
  readonly account: LedgerAccount;
  readonly amount: Money;
}

const maxRecords = 1_000;
const beyondSequences = 2n ** 63n - 1n;

/** Records with a key prefix, such as `transfer/01J8…/`, in order. */
export async function listRecords(
  session: Session,
  scope: LedgerScope,
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
): Promise<readonly LedgerRecord[]> {
  assert(limit > 0 && limit <= maxRecords, "a page of records has a limit");
  return toRecords(await selectRecordLines(session, scope, { prefix, limit }));
}

/** The last records of a journal, newest first; optionally before a sequence. */
export async function listLatestRecords(
  session: Session,
  scope: LedgerScope,
  { before: until = beyondSequences, limit }: { readonly before?: bigint; readonly limit: number },
): Promise<readonly LedgerRecord[]> {
  return listRecordsBetween(session, scope, { from: 0n, until, isOldestFirst: false, limit });
}

export async function listRecordsBetween(
  session: Session,
  scope: LedgerScope,
  slice: RecordSlice,
): Promise<readonly LedgerRecord[]> {
  assert(slice.limit > 0 && slice.limit <= maxRecords, "a page of records has a limit");
  return toRecords(await selectRecordLinesBetween(session, scope, slice));
}

/**
 * Sequence of the first record from a time on; if there is none, that of the next record. Times of a journal never
 * decrease, so each step halves the records between, and no index of times is needed.
 */
export async function findSequenceAt(session: Session, scope: LedgerScope, at: Instant): Promise<bigint> {
  const [last] = await listLatestRecords(session, scope, { limit: 1 });
  let earlier = 0n;
  let found = (last?.sequence ?? 0n) + 1n;
  while (found - earlier > 1n) {
    const middle = (earlier + found) / 2n;
    const time = await selectRecordTime(session, scope, middle);
    assert(time !== undefined, "a journal has no gaps");
    if (time < at) earlier = middle;
    else found = middle;
  }
  return found;
}

/** A record by its sequence; undefined if there is none. */
export async function findRecord(
  session: Session,
  scope: LedgerScope,
  sequence: bigint,
): Promise<LedgerRecord | undefined> {
  const [record] = await listLatestRecords(session, scope, { before: sequence + 1n, limit: 1 });
  return record?.sequence === sequence ? record : undefined;
}

function toRecords(rows: readonly RecordLineRow[]): readonly LedgerRecord[] {
  const records: LedgerRecord[] = [];
  for (const { sequence, at, type, key, ...line } of rows) {
    const last = records.at(-1);
    const lines = lineOf(line);
    if (last?.sequence === sequence)
      records[records.length - 1] = { ...last, lines: [...last.lines, ...lines] };
    else records.push({ sequence, at, type, key, lines });
  }
  return records;
}

function lineOf(row: Omit<RecordLineRow, "sequence" | "at" | "type" | "key">): readonly RecordLine[] {
  const { kind, owner, chain, assetCode, scale, units } = row;
  if (units === undefined) return [];
  assert(
    kind !== undefined &&
      owner !== undefined &&
      chain !== undefined &&
      assetCode !== undefined &&
      scale !== undefined,
    "a record names existing accounts",
  );
  const asset = { code: assetCode, scale };
  const account = {
    kind,
    ...(owner === "" ? {} : { owner }),
    ...(chain === "" ? {} : { chain }),
    asset,
  };
  return [{ account, amount: { units, asset } }];
}
