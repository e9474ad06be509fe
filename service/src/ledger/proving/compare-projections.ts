import type { Session } from "../../db/database.ts";
import type { Finding } from "./finding.ts";
import { provenLimits } from "./proven-limits.ts";
import type { Entry, Hold } from "./replay.ts";
import { nameOfAccount, type ReplayedAccount } from "./replayed-account.ts";
import {
  type ExpectedBalance,
  type FoundEntry,
  selectWrongBalances,
  selectWrongEntries,
  selectWrongHolds,
} from "./verify-store.ts";
import type { JournalWalk } from "./walk-journal.ts";

/**
 * By how much the entries of an account are off since an earlier finding. After a lost record, every later entry of
 * its accounts is off by the same amount; that is one finding, not thousands.
 */
export type Drifts = Map<bigint, { readonly posted: bigint; readonly held: bigint }>;

/** Compares the expected entries of a page of records with the stored ones, line by line. */
export async function compareEntries(
  session: Session,
  walk: JournalWalk,
  drifts: Drifts,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  const wrong = await selectWrongEntries(session, walk.scope, entries);
  if (wrong.length === 0 && drifts.size === 0) return;
  const byPlace = new Map(wrong.map((found) => [found.place, found]));
  for (const [index, entry] of entries.entries()) {
    const found = byPlace.get(index + 1);
    if (found === undefined) drifts.delete(entry.accountNumber);
    else reportEntry(walk, drifts, entry, found);
  }
}

function reportEntry(walk: JournalWalk, drifts: Drifts, entry: Entry, found: FoundEntry): void {
  const { accountNumber, sequence, position } = entry;
  const account = pathOfNumber(walk, accountNumber);
  const add = (detail: string): void =>
    walk.findings.add({ table: "ledger_entries", sequence, account, detail });
  if (!found.isThere) {
    add(`the entry at position ${position} is missing`);
    return;
  }
  const changes = differences([
    ["posted_change", found.postedChange, entry.postedChange],
    ["held_change", found.heldChange, entry.heldChange],
  ]);
  const drift = { posted: difference(found.posted, entry.posted), held: difference(found.held, entry.held) };
  const before = drifts.get(accountNumber);
  const isKnown = before !== undefined && before.posted === drift.posted && before.held === drift.held;
  drifts.set(accountNumber, { posted: drift.posted ?? 0n, held: drift.held ?? 0n });
  const afterwards = isKnown
    ? []
    : differences([
        ["posted_units", found.posted, entry.posted],
        ["held_units", found.held, entry.held],
      ]);
  const details = [...changes, ...afterwards];
  if (details.length > 0) add(`at position ${position} ${details.join(", ")}`);
}

/** Compares these holds with the stored ones and returns those that differ. */
export async function compareHolds(
  session: Session,
  walk: JournalWalk,
  holds: readonly Hold[],
): Promise<readonly { readonly hold: Hold; readonly finding: Finding }[]> {
  if (holds.length === 0) return [];
  const wrong = await selectWrongHolds(session, walk.scope, holds);
  return wrong.flatMap((found) => {
    const hold = holds[found.place - 1];
    if (hold === undefined) return [];
    const { closing } = hold;
    const details = differences([
      ["account_number", found.accountNumber, hold.accountNumber],
      ["units", found.units, hold.units],
      ["opened_sequence", found.openedSequence, hold.openedSequence],
      ["closed_sequence", found.closedSequence, closing?.sequence],
      ["closed_by", found.closedBy, closing?.by],
      ["posted_units", found.postedUnits, closing?.postedUnits],
    ]).join(", ");
    const detail = found.isThere ? `hold ${hold.key}: ${details}` : `hold ${hold.key} is missing`;
    const account = pathOfNumber(walk, hold.accountNumber);
    const sequence = closing?.sequence ?? hold.openedSequence;
    return [{ hold, finding: { table: "ledger_holds", sequence, account, detail } as const }];
  });
}

/** Compares the balances of these accounts with the stored ones and returns those that differ. */
export async function compareBalances(
  session: Session,
  walk: JournalWalk,
  accounts: readonly ReplayedAccount[],
): Promise<readonly { readonly account: ReplayedAccount; readonly finding: Finding }[]> {
  if (accounts.length === 0) return [];
  const balances = accounts.map(expectedBalance);
  const wrong = await selectWrongBalances(session, walk.scope, balances);
  return wrong.flatMap((found) => {
    const account = accounts[found.place - 1];
    const balance = balances[found.place - 1];
    if (account === undefined || balance === undefined) return [];
    const details = differences([
      ["posted_units", found.posted, balance.posted],
      ["held_units", found.held, balance.held],
      ["minimum_units", found.minimum, balance.minimum],
      ["maximum_units", found.maximum, balance.maximum],
    ]).join(", ");
    const detail = found.isThere ? details : "the balance is missing";
    const finding = { table: "ledger_balances", account: nameOfAccount(account), detail } as const;
    return [{ account, finding }];
  });
}

function expectedBalance({ number, kind, posted, held }: ReplayedAccount): ExpectedBalance {
  const { minimum, maximum } = provenLimits(kind) ?? {};
  return { number, posted, held, minimum, maximum };
}

type Column = readonly [name: string, found: string | undefined, expected: bigint | string | undefined];

function differences(columns: readonly Column[]): readonly string[] {
  return columns
    .filter(([, found, expected]) => found !== expected?.toString())
    .map(
      ([name, found, expected]) =>
        `${name} is ${found ?? "null"}, and the journal says ${expected ?? "null"}`,
    );
}

/** Undefined if the stored value is not a number. */
function difference(found: string | undefined, expected: bigint): bigint | undefined {
  return found !== undefined && /^-?\d+$/.test(found) ? BigInt(found) - expected : undefined;
}

export function pathOfNumber({ replay }: JournalWalk, number: bigint): string {
  const account = replay.accounts.get(number);
  return account === undefined ? `account number ${number}` : nameOfAccount(account);
}
