import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";
import type { BankEntryState } from "../bank-work.ts";
import { debitRails } from "../rail.ts";
import type { ItemKind } from "./bank-record.ts";
import type { StoredFile } from "./file-store.ts";

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

/** Number and total of the entries in an outgoing file. */
export interface FileTotal {
  readonly fileId: string;
  readonly entries: number;
  readonly creditCents: bigint;
  readonly debitCents: bigint;
}

const debits = `(${debitRails.map((rail) => `'${rail}'`).join(", ")})`;
const sums = `count(*)::int AS entries,
  coalesce(sum(amount_cents) FILTER (WHERE rail NOT IN ${debits}), 0)::numeric(38,0) AS credit_cents,
  coalesce(sum(amount_cents) FILTER (WHERE rail IN ${debits}), 0)::numeric(38,0) AS debit_cents`;

// Index bank_entries_by_file.
const totals = statement<FileTotal>(`
  SELECT file_id, ${sums} FROM bank_entries WHERE file_id = ANY ($1::text[]) GROUP BY file_id`);

export async function selectFileTotals(
  session: Session,
  fileIds: readonly string[],
): Promise<readonly FileTotal[]> {
  return fileIds.length === 0 ? [] : session.rows(totals, [fileIds]);
}

/** Number of files of one type. */
export interface FileCount extends Pick<StoredFile, "network" | "direction" | "state"> {
  /** File extension. */
  readonly format: string;
  readonly count: number;
}

// Primary key: ids grow with time.
const counts = statement<FileCount>(`
  SELECT network, direction, lower(substring(name FROM '[^.]*$')) AS format, state, count(*)::int AS count
  FROM bank_files WHERE id >= $1 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`);

export function countFilesSince(session: Session, lowestId: string): Promise<readonly FileCount[]> {
  return session.rows(counts, [lowestId]);
}

/** Entries written to files of one format. */
export interface SentTotal extends Omit<FileTotal, "fileId"> {
  readonly network: Network;
  readonly format: string;
}

// Primary key of files, and index bank_entries_by_file.
const sent = statement<SentTotal>(`
  SELECT file.network, lower(substring(file.name FROM '[^.]*$')) AS format, ${sums}
  FROM bank_files AS file JOIN bank_entries ON bank_entries.file_id = file.id
  WHERE file.id >= $1 AND file.direction = 'out' GROUP BY 1, 2 ORDER BY 1, 2`);

export function sumSentSince(session: Session, lowestId: string): Promise<readonly SentTotal[]> {
  return session.rows(sent, [lowestId]);
}
