import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";
import type { BankEntryState } from "../bank-work.ts";
import type { ItemKind } from "./bank-record.ts";

/** Count, and age of the oldest. */
export interface BankCount<Name extends string> {
  readonly name: Name;
  readonly count: number;
  readonly oldestSeconds: number;
}

const age = `count(*)::int AS count, extract(epoch FROM clock_timestamp() - min(created_at))::float8 AS oldest_seconds`;

// Index bank_entries_open.
const entries = statement<BankCount<BankEntryState>>(`
  SELECT state AS name, ${age} FROM bank_entries
  WHERE network = $1 AND state IN ('queued', 'filed', 'sent') GROUP BY state`);

/** Entries in progress, by state. */
export function countOpenEntries(
  session: Session,
  network: Network,
): Promise<readonly BankCount<BankEntryState>[]> {
  return session.rows(entries, [network]);
}

// Indexes bank_files_stored and bank_files_quarantined.
const files = statement<BankCount<FileTrouble>>(`
  SELECT CASE direction WHEN 'out' THEN 'unsent' ELSE 'unread' END AS name, ${age} FROM bank_files
  WHERE network = $1 AND state = 'stored' GROUP BY direction
  UNION ALL
  SELECT 'quarantined', ${age} FROM bank_files WHERE network = $1 AND state = 'quarantined' HAVING count(*) > 0`);

export type FileTrouble = "unsent" | "unread" | "quarantined";

/** Files that are not processed yet. */
export function countFiles(session: Session, network: Network): Promise<readonly BankCount<FileTrouble>[]> {
  return session.rows(files, [network]);
}

// Index bank_items_open.
const items = statement<BankCount<ItemKind>>(`
  SELECT kind AS name, ${age} FROM bank_items WHERE network = $1 AND state = 'open' GROUP BY kind`);

/** Items that need manual review. */
export function countOpenItems(session: Session, network: Network): Promise<readonly BankCount<ItemKind>[]> {
  return session.rows(items, [network]);
}

// Index bank_events_waiting.
const pendingBankEvents = statement<BankCount<"waiting" | "failing">>(`
  SELECT CASE WHEN attempts > 0 THEN 'failing' ELSE 'waiting' END AS name, ${age} FROM bank_events
  WHERE network = $1 AND state = 'waiting' GROUP BY 1`);

/** Bank events that are not published yet: not due, or failing. */
export function countPendingBankEvents(
  session: Session,
  network: Network,
): Promise<readonly BankCount<"waiting" | "failing">[]> {
  return session.rows(pendingBankEvents, [network]);
}
