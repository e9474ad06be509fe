import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";
import { debitRails } from "../rail.ts";
import { type EntryRow, entryColumns, entryFromRow, type StoredEntry } from "./entry-store.ts";
import type { FileState, StoredFile } from "./file-store.ts";

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

export interface SealedEntry extends StoredEntry {
  readonly sealed: Buffer;
}

// Index bank_entries_by_file.
const ofFile = statement<EntryRow & { readonly sealed: Buffer }>(`
  SELECT ${entryColumns}, sealed FROM bank_entries WHERE file_id = $1 ORDER BY trace_number, id LIMIT $2`);

export async function selectEntriesOfFile(
  session: Session,
  fileId: string,
  limit: number,
): Promise<readonly SealedEntry[]> {
  const rows = await session.rows(ofFile, [fileId, limit]);
  return rows.map(entryFromRow);
}

/** Number of files of one type. */
export interface FileCount {
  readonly network: Network;
  readonly direction: StoredFile["direction"];
  /** File extension. */
  readonly format: string;
  readonly state: FileState;
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
