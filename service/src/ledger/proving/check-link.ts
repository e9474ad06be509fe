import type { Instant } from "../../kernel/instant.ts";
import { hashRecord } from "../journal-hash.ts";
import type { LedgerScope } from "../operation.ts";
import type { Finding } from "./finding.ts";
import type { ReadableRecord } from "./journal-row.ts";
import type { Replay } from "./replay.ts";
import { type ReplayedAccount, toLedgerAccount } from "./replayed-account.ts";

/** The record that the next one must be chained to. */
export interface Link {
  readonly sequence: bigint;
  readonly atMs: number;
  /** Dated ahead of the clock of the database; one finding is enough for all that follow it. */
  readonly isAhead: boolean;
  /** As it stands there; undefined when the record is missing, so that nobody can say what it was. */
  readonly hash: Buffer | undefined;
  /** As it should be, where that is something else. */
  readonly rightHash: Buffer | undefined;
}

// A forger who computes the hash of a changed record anew is given away by the next one, which is innocent.
const wrongHash =
  "does not have the hash of what it says and of the record before it: this record or one before it was changed";

// After so many it is plain that the account was changed, and not each of the records that name it.
const suspiciousRecords = 3;

/** Holds a record against the one before it, and answers the link for the next. */
export function checkLink(
  { scope, replay, link }: { readonly scope: LedgerScope; readonly replay: Replay; readonly link: Link },
  record: ReadableRecord,
  report: (finding: Finding) => void,
): Link {
  const { sequence, atMs } = record;
  const no = (detail: string): void => report({ table: "ledger_journal", sequence, detail });
  if (atMs < link.atMs) no("is older than the record before it");
  if (record.isAhead && !link.isAhead)
    no("is dated ahead of the clock of the database, by more than 5 minutes");
  const accounts = accountsOf(replay, record);
  const rightHashes = possibleHashes(scope, link, record, accounts);
  const isWrong = rightHashes.length > 0 && !rightHashes.some((hash) => hash.equals(record.hash));
  const isSuspect = accounts.some((account) => countHash(account, isWrong));
  if (isWrong && !isSuspect) no(wrongHash);
  const rightHash = isWrong ? rightHashes[0] : undefined;
  return { sequence, atMs, isAhead: record.isAhead, hash: record.hash, rightHash };
}

/** Whether the sequence goes on from the link; where records are missing, what they were chained to is unknown. */
export function followSequence(link: Link, sequence: bigint, report: (finding: Finding) => void): Link {
  const next = link.sequence + 1n;
  if (sequence === next) return link;
  if (sequence < next) {
    report({ table: "ledger_journal", sequence, detail: `stands where record ${next} must stand` });
    return link;
  }
  const detail = sequence - next === 1n ? "is missing" : `is missing, and so are all up to ${sequence - 1n}`;
  report({ table: "ledger_journal", sequence: next, detail });
  return { ...link, sequence: sequence - 1n, hash: undefined, rightHash: undefined };
}

function accountsOf({ accounts }: Replay, { lines }: ReadableRecord): readonly ReplayedAccount[] {
  const named = [...new Set(lines.map(({ number }) => number))].map((number) => accounts.get(number));
  return named.filter((account) => account !== undefined);
}

/**
 * None where something that goes into the hash is missing. If the hash before was changed and nothing else, this
 * record is still chained to the one that stood there.
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
  return [link.hash, link.rightHash]
    .filter((hash) => hash !== undefined)
    .map((hash) => hashRecord(scope, hash, content));
}

/** True once every record that names the account, and more than a few do, has a wrong hash. */
function countHash(account: ReplayedAccount, isWrong: boolean): boolean {
  account.records += 1;
  if (isWrong) account.wrongHashes += 1;
  return account.wrongHashes === account.records && account.records > suspiciousRecords;
}
