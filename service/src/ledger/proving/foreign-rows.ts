import type { Session } from "../../db/database.ts";
import { pathOfNumber } from "./compare-projections.ts";
import { type Finding, maxFindings } from "./finding.ts";
import {
  beforeEveryEntry,
  countEntries,
  type ForeignEntryPlace,
  type JudgedEntry,
  type JudgedHold,
  selectForeignBalances,
  selectForeignEntries,
  selectForeignHolds,
} from "./foreign-rows-store.ts";
import type { JournalWalk } from "./walk-journal.ts";

const rowsPerPage = 5_000;
const rowsPerCount = 50_000;

/** Holds that no record opened. */
export async function* findForeignHolds(
  session: Session,
  { scope }: JournalWalk,
): AsyncGenerator<{ readonly key: string; readonly finding: Finding }, void, undefined> {
  let page: readonly JudgedHold[];
  let after = "";
  do {
    page = await selectForeignHolds(session, scope, { after, limit: rowsPerPage });
    for (const { key, isForeign } of page) {
      const detail = `hold ${key} was opened by no record`;
      if (isForeign) yield { key, finding: { table: "ledger_holds", detail } };
    }
    after = page.at(-1)?.key ?? after;
  } while (page.length > 0);
}

/** Balances of accounts that do not exist, up to a limit. */
export async function findForeignBalances(
  session: Session,
  { scope }: JournalWalk,
): Promise<readonly { readonly accountNumber: bigint; readonly finding: Finding }[]> {
  const rows = await selectForeignBalances(session, scope, maxFindings);
  return rows.map(({ accountNumber }) => {
    const account = `account number ${accountNumber}`;
    const detail = "is a balance of an account that does not exist";
    return { accountNumber, finding: { table: "ledger_balances", account, detail } };
  });
}

/**
 * Entries that no record has. Every entry that must be there was found by now, so that counting them tells whether
 * there are others; which ones is asked only then.
 */
export async function* findForeignEntries(
  session: Session,
  walk: JournalWalk,
): AsyncGenerator<Finding, void, undefined> {
  const isWhole = !walk.findings.has("ledger_entries") && !walk.findings.has("ledger_journal");
  if (isWhole && (await countAll(session, walk)) === walk.entries) return;
  let page: readonly JudgedEntry[];
  let after: ForeignEntryPlace = beforeEveryEntry;
  do {
    page = await selectForeignEntries(session, walk.scope, { after, limit: rowsPerPage });
    for (const { accountNumber, sequence, position, isForeign } of page) {
      const account = pathOfNumber(walk, accountNumber);
      const detail = `the entry at position ${position} belongs to no record`;
      if (isForeign) yield { table: "ledger_entries", sequence, account, detail };
    }
    after = page.at(-1) ?? after;
  } while (page.length > 0 && !walk.findings.isFull());
}

async function countAll(session: Session, { scope }: JournalWalk): Promise<bigint> {
  let total = 0n;
  let page = await countEntries(session, scope, { after: beforeEveryEntry, limit: rowsPerCount });
  while (page !== undefined) {
    total += page.count;
    page = await countEntries(session, scope, { after: page, limit: rowsPerCount });
  }
  return total;
}
