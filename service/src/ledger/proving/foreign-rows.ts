import type { Session } from "../../db/database.ts";
import { pathOfNumber } from "./compare-projections.ts";
import { type Finding, maxFindings } from "./finding.ts";
import {
  beforeEveryEntry,
  countEntries,
  type EvaluatedBalance,
  type EvaluatedEntry,
  type EvaluatedHold,
  type ForeignEntryPlace,
  selectForeignBalances,
  selectForeignEntries,
  selectForeignHolds,
} from "./foreign-rows-store.ts";
import { selectRepeatedRecords, selectStretchEnd } from "./repeated-records-store.ts";
import type { JournalWalk } from "./walk-journal.ts";

const rowsPerPage = 5_000;
const rowsPerCount = 50_000;
const lowest = -(2n ** 63n);

/** Holds that no record opened. */
export async function* findForeignHolds(
  session: Session,
  { scope }: JournalWalk,
): AsyncGenerator<{ readonly key: string; readonly finding: Finding }, void, undefined> {
  let page: readonly EvaluatedHold[];
  let after: string | undefined;
  do {
    page = await selectForeignHolds(session, scope, { after, limit: rowsPerPage });
    for (const { key, isForeign } of page) {
      const detail = `hold ${key} was not opened by any record`;
      if (isForeign) yield { key, finding: { table: "ledger_holds", detail } };
    }
    after = page.at(-1)?.key ?? after;
  } while (page.at(-1)?.size === rowsPerPage);
}

/** Balances of accounts that do not exist. */
export async function* findForeignBalances(
  session: Session,
  { scope }: JournalWalk,
): AsyncGenerator<{ readonly accountNumber: bigint; readonly finding: Finding }, void, undefined> {
  let page: readonly EvaluatedBalance[];
  let after = lowest;
  do {
    page = await selectForeignBalances(session, scope, { after, limit: rowsPerPage });
    for (const { accountNumber, isForeign } of page) {
      const account = `account number ${accountNumber}`;
      const detail = "is a balance of an account that does not exist";
      if (isForeign) yield { accountNumber, finding: { table: "ledger_balances", account, detail } };
    }
    after = page.at(-1)?.accountNumber ?? after;
  } while (page.at(-1)?.size === rowsPerPage);
}

/** Duplicate records, which the walk does not see at the edge of a page. */
export async function* findRepeatedRecords(
  session: Session,
  { scope, link }: JournalWalk,
): AsyncGenerator<Finding, void, undefined> {
  let after = lowest;
  for (;;) {
    const stretch = { after, through: link.sequence, limit: rowsPerCount };
    const through = await selectStretchEnd(session, scope, stretch);
    if (through === undefined) return;
    const input = { after, through, limit: maxFindings };
    for (const { sequence, count } of await selectRepeatedRecords(session, scope, input)) {
      yield { table: "ledger_journal", sequence, detail: `appears ${count} times` };
    }
    after = through;
  }
}

/**
 * Entries without a record. All expected entries have been found by now, so counting shows whether there are others;
 * only then are they searched.
 */
export async function* findForeignEntries(
  session: Session,
  walk: JournalWalk,
): AsyncGenerator<Finding, void, undefined> {
  const isWhole = !walk.findings.has("ledger_entries") && !walk.findings.has("ledger_journal");
  if (isWhole && (await areAsMany(session, walk))) return;
  let page: readonly EvaluatedEntry[];
  let after: ForeignEntryPlace = beforeEveryEntry;
  do {
    page = await selectForeignEntries(session, walk.scope, { after, limit: rowsPerPage });
    for (const { accountNumber, sequence, position, isForeign } of page) {
      const account = pathOfNumber(walk, accountNumber);
      const detail = `the entry at position ${position} belongs to no record`;
      if (isForeign) yield { table: "ledger_entries", sequence, account, detail };
    }
    after = page.at(-1) ?? after;
  } while (page.at(-1)?.size === rowsPerPage && !walk.findings.isFull());
}

/** Whether the number of entries matches the records so far, and each later entry belongs to a record. */
async function areAsMany(session: Session, { scope, entries, link }: JournalWalk): Promise<boolean> {
  let [total, orphans] = [0n, 0n];
  const input = { limit: rowsPerCount, through: link.sequence };
  let page = await countEntries(session, scope, { ...input, after: beforeEveryEntry });
  while (page !== undefined) {
    total += page.count;
    orphans += page.orphans;
    // Rows added in the meantime are not followed.
    if (page.size < rowsPerCount) break;
    page = await countEntries(session, scope, { ...input, after: page });
  }
  return total === entries && orphans === 0n;
}
