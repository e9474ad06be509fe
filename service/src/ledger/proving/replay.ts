import type { Instant } from "../../kernel/instant.ts";
import type { Finding } from "./finding.ts";
import type { ReadableRecord, RecordLine } from "./journal-row.ts";
import { provenLimits } from "./proven-limits.ts";
import { missingAccount, nameOfAccount, type ReplayedAccount } from "./replayed-account.ts";

/** State of the replay. Its size depends on accounts and open holds, not on the length of the journal. */
export interface Replay {
  readonly accounts: Map<bigint, ReplayedAccount>;
  readonly openHolds: Map<string, Hold>;
  lastAccountNumber: bigint;
}

/** Changes of one record to the tables besides the journal. */
export interface Consequences {
  readonly entries: readonly Entry[];
  /** The hold that it closed. */
  readonly closed: Hold | undefined;
}

/** Change of an account by one record, and the balance after it. */
export interface Entry {
  readonly accountNumber: bigint;
  readonly at: Instant;
  readonly sequence: bigint;
  readonly position: number;
  readonly postedChange: bigint;
  readonly heldChange: bigint;
  readonly posted: bigint;
  readonly held: bigint;
}

export interface Hold {
  readonly key: string;
  readonly accountNumber: bigint;
  readonly units: bigint;
  readonly openedSequence: bigint;
  readonly closing: HoldClosing | undefined;
}

interface HoldClosing {
  readonly by: "post_hold" | "void_hold";
  readonly sequence: bigint;
  readonly postedUnits: bigint;
}

type Report = (finding: Finding) => void;

interface Change {
  readonly account: ReplayedAccount;
  readonly posted: bigint;
  readonly held: bigint;
}

/**
 * Applies a record to the replay and reports anything that should not have been possible. Shares no code with the
 * decision about new records, so that a bug there cannot hide itself.
 */
export function replayRecord(replay: Replay, record: ReadableRecord, report: Report): Consequences {
  const reportRecord: Report = (finding) => report({ ...finding, sequence: record.sequence });
  const inRecord = (detail: string): void => reportRecord({ table: "ledger_journal", detail });
  const postings = record.lines.map((line) => changeOf(replay, line, reportRecord));
  for (const { account } of postings) openIfNew(replay, account, record, reportRecord);
  checkLines(record, postings, inRecord);
  const { changes, closed } = applyType(replay, record, postings, inRecord);
  const entries = changes.map(({ account, posted, held }, position): Entry => {
    account.posted += posted;
    account.held += held;
    const { sequence, atMs } = record;
    const place = { accountNumber: account.number, at: atMs as Instant, sequence, position };
    return { ...place, postedChange: posted, heldChange: held, posted: account.posted, held: account.held };
  });
  for (const account of new Set(changes.map((change) => change.account))) checkLimits(account, reportRecord);
  return { entries, closed };
}

function changeOf(replay: Replay, { number, units }: RecordLine, report: Report): Change {
  const known = replay.accounts.get(number);
  if (known !== undefined) return { account: known, posted: units, held: 0n };
  const missing = missingAccount(number);
  const detail = "is named by this record but does not exist";
  report({ table: "ledger_accounts", account: nameOfAccount(missing), detail });
  // The record itself may have been changed; its hash cannot be checked without the account.
  report({ table: "ledger_journal", detail: `names ${nameOfAccount(missing)}, which does not exist` });
  replay.accounts.set(number, missing);
  return { account: missing, posted: units, held: 0n };
}

/** Accounts are numbered in the order in which records first name them, and opened by that record. */
function openIfNew(replay: Replay, account: ReplayedAccount, { atMs }: ReadableRecord, report: Report): void {
  if (account.isOpened) return;
  account.isOpened = true;
  const { number, openedAtMicros, isMissing } = account;
  if (number !== replay.lastAccountNumber + 1n) {
    const detail = `is opened by this record as number ${number}, but the next one is ${replay.lastAccountNumber + 1n}`;
    report({ table: "ledger_accounts", account: nameOfAccount(account), detail });
  }
  if (number > replay.lastAccountNumber) replay.lastAccountNumber = number;
  if (!isMissing && openedAtMicros !== BigInt(atMs) * 1_000n) {
    const detail = "was not opened at the time of this record";
    report({ table: "ledger_accounts", account: nameOfAccount(account), detail });
  }
}

function checkLines(
  record: ReadableRecord,
  postings: readonly Change[],
  report: (detail: string) => void,
): void {
  const { type, lines, holdKey } = record;
  if ((holdKey !== undefined) !== (type === "post_hold" || type === "void_hold")) {
    report("names a hold that it does not close, or closes one without naming it");
  }
  switch (type) {
    case "post":
    case "post_hold":
      if (lines.length < 2) report("has fewer than two postings");
      if (lines.some(({ units }) => units === 0n)) report("has a posting of zero units");
      for (const code of unbalancedAssets(postings)) report(`does not sum to zero in ${code}`);
      return;
    case "hold":
      if (lines.length !== 1 || (lines[0]?.units ?? 0n) <= 0n)
        report("is not a hold of a positive amount on one account");
      return;
    case "void_hold":
      if (lines.length > 0) report("voids a hold but has postings");
  }
}

function unbalancedAssets(postings: readonly Change[]): readonly string[] {
  const sums = new Map<string, bigint>();
  for (const { account, posted } of postings) {
    if (account.isMissing) continue;
    const asset = `${account.assetCode} of scale ${account.assetScale}`;
    sums.set(asset, (sums.get(asset) ?? 0n) + posted);
  }
  // Without the account, the held amount is unknown.
  if (postings.some(({ account }) => account.isMissing)) return [];
  return [...sums].filter(([, sum]) => sum !== 0n).map(([asset]) => asset);
}

interface Applied {
  readonly changes: readonly Change[];
  readonly closed: Hold | undefined;
}

function applyType(
  replay: Replay,
  record: ReadableRecord,
  postings: readonly Change[],
  report: (detail: string) => void,
): Applied {
  switch (record.type) {
    case "post":
      return { changes: postings, closed: undefined };
    case "hold":
      return { changes: openHold(replay, record, postings, report), closed: undefined };
    case "post_hold":
    case "void_hold":
      return closeHold(replay, record, postings, report);
  }
}

function openHold(
  { openHolds }: Replay,
  { key, sequence }: ReadableRecord,
  lines: readonly Change[],
  report: (detail: string) => void,
): readonly Change[] {
  if (openHolds.has(key)) report("opens a hold that is already open");
  for (const { account, posted: units } of lines.slice(0, 1)) {
    const accountNumber = account.number;
    openHolds.set(key, { key, accountNumber, units, openedSequence: sequence, closing: undefined });
  }
  return lines.map(({ account, posted }) => ({ account, posted: 0n, held: posted }));
}

function closeHold(
  { openHolds, accounts }: Replay,
  { type, sequence, holdKey = "" }: ReadableRecord,
  postings: readonly Change[],
  report: (detail: string) => void,
): Applied {
  const hold = openHolds.get(holdKey);
  const account = hold === undefined ? undefined : accounts.get(hold.accountNumber);
  if (hold === undefined || account === undefined) {
    report("closes a hold that is not open: never opened, or already closed");
    return { changes: postings, closed: undefined };
  }
  openHolds.delete(holdKey);
  const by = type === "post_hold" ? "post_hold" : "void_hold";
  const holdPostings = postings.filter((change) => change.account === account);
  const postedUnits = -holdPostings.reduce((sum, { posted }) => sum + posted, 0n);
  if (by === "post_hold" && (postedUnits <= 0n || postedUnits > hold.units)) {
    report("takes nothing from the held account, or more than is held");
  }
  const [first] = holdPostings;
  const release = { account, posted: 0n, held: -hold.units };
  const changes =
    first === undefined
      ? [...postings, release]
      : postings.map((change) => (change === first ? { ...change, held: -hold.units } : change));
  return { changes, closed: { ...hold, closing: { by, sequence, postedUnits } } };
}

function checkLimits(account: ReplayedAccount, report: Report): void {
  const { kind, posted, held } = account;
  const add = (detail: string): void =>
    report({ table: "ledger_journal", account: nameOfAccount(account), detail });
  if (held < 0n) add("leaves a negative held amount");
  // The limits are unknown if the account is missing or has an unknown kind.
  const { minimum, maximum } = provenLimits(kind) ?? {};
  if (minimum !== undefined && posted - held < minimum)
    add(`leaves ${posted - held} units available, below its minimum`);
  if (maximum !== undefined && posted > maximum) add(`leaves ${posted} units, above its maximum`);
}
