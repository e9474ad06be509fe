import type { Instant } from "../../kernel/instant.ts";
import { hashInFirstFormat, hashRecord } from "../journal-hash.ts";
import type { LedgerScope } from "../operation.ts";
import type { Finding } from "./finding.ts";
import type { ReadableRecord } from "./journal-row.ts";
import type { Replay } from "./replay.ts";
import { type ReplayedAccount, toLedgerAccount } from "./replayed-account.ts";

/** The record that the next one must be chained to. */
export interface Link {
  readonly sequence: bigint;
  readonly atMs: number;
  /** True after a record dated ahead of the database clock; one finding is enough for all that follow. */
  readonly isAhead: boolean;
  /** The stored hash; undefined if the record is missing. */
  readonly hash: Buffer | undefined;
  /** The expected hashes, in each format, if it has none of them. */
  readonly rightHashes: readonly Buffer[];
}

const formats = [hashRecord, hashInFirstFormat];

// A forged record with a recomputed hash is detected by the next record, which itself is unchanged.
const wrongHash =
  "does not have the hash of its content and the previous record: this record or an earlier one was changed";

// Beyond this, assume that the account was changed, not each of the records that name it.
const suspiciousRecords = 3;

/** Checks a record against the previous one and returns the link for the next. */
export function checkLink(
  { scope, replay, link }: { readonly scope: LedgerScope; readonly replay: Replay; readonly link: Link },
  record: ReadableRecord,
  report: (finding: Finding) => void,
): Link {
  const { sequence, atMs } = record;
  const add = (detail: string): void => report({ table: "ledger_journal", sequence, detail });
  if (atMs < link.atMs) add("is older than the previous record");
  if (record.isAhead && !link.isAhead) add("is more than 5 minutes ahead of the database clock");
  const accounts = accountsOf(replay, record);
  const rightHashes = possibleHashes(scope, link, record, accounts);
  const isWrong = rightHashes.length > 0 && !rightHashes.some((hash) => hash.equals(record.hash));
  const isSuspect = accounts.some((account) => countHash(account, isWrong));
  if (isWrong && !isSuspect) add(wrongHash);
  return {
    sequence,
    atMs,
    isAhead: record.isAhead,
    hash: record.hash,
    // Those that follow from one previous hash: more would double with each record.
    rightHashes: isWrong ? rightHashes.slice(0, formats.length) : [],
  };
}

/** Checks that the sequence continues; after missing records, the previous hash is unknown. */
export function followSequence(link: Link, sequence: bigint, report: (finding: Finding) => void): Link {
  const next = link.sequence + 1n;
  if (sequence === next) return link;
  if (sequence < next) {
    report({ table: "ledger_journal", sequence, detail: `is in the place of record ${next}` });
    return link;
  }
  const detail = sequence - next === 1n ? "is missing" : `is missing, and so are all up to ${sequence - 1n}`;
  report({ table: "ledger_journal", sequence: next, detail });
  return { ...link, sequence: sequence - 1n, hash: undefined, rightHashes: [] };
}

function accountsOf({ accounts }: Replay, { lines }: ReadableRecord): readonly ReplayedAccount[] {
  const named = [...new Set(lines.map(({ number }) => number))].map((number) => accounts.get(number));
  return named.filter((account) => account !== undefined);
}

/**
 * Empty if anything that goes into the hash is missing. If only the previous hash was changed, this record is
 * still chained to the original one.
 */
function possibleHashes(
  scope: LedgerScope,
  link: Link,
  record: ReadableRecord,
  accounts: readonly ReplayedAccount[],
): readonly Buffer[] {
  if (accounts.some(({ isMissing }) => isMissing)) return [];
  const byNumber = new Map(accounts.map((account) => [account.number, toLedgerAccount(account)]));
  const lines = record.lines.flatMap(({ number, units }) => {
    const account = byNumber.get(number);
    return account === undefined ? [] : [{ number, account, units }];
  });
  const content = { ...record, at: record.atMs as Instant, lines };
  return [link.hash, ...link.rightHashes]
    .filter((hash) => hash !== undefined)
    .flatMap((hash) => formats.map((format) => format(scope, hash, content)));
}

/** True once all records that name the account, and more than a few, have a wrong hash. */
function countHash(account: ReplayedAccount, isWrong: boolean): boolean {
  account.records += 1;
  if (isWrong) account.wrongHashes += 1;
  return account.wrongHashes === account.records && account.records > suspiciousRecords;
}
