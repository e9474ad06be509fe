import type { Session, Transaction } from "../../db/database.ts";
import { freeEffects } from "../../db/restores/effect-store.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { snakeCase } from "../../kernel/letter-case.ts";
import type { BankEntryProgress } from "../bank-work.ts";
import { type RailSystem, systemOf } from "../rail.ts";
import { bankEntries } from "../tables.ts";

export const entryFields = [
  "tenantId",
  "id",
  "kind",
  "rail",
  "subject",
  "amountCents",
  "state",
  "finalAt",
  "traceNumber",
  "uetr",
  "fileId",
] as const;
export const entryColumns = entryFields.map(snakeCase).join(", ");

/** An entry as the engine uses it, without its sealed fields. */
export type EntryRow = Pick<RowOf<typeof bankEntries>, (typeof entryFields)[number]>;

export interface StoredEntry extends EntryRow {
  readonly system: RailSystem;
}

export const insertEntries = bankEntries.insertMany({
  of: ["state", "createdAt", "updatedAt"],
  except: [
    "isUnwritable",
    "leavesAt",
    "cutoffAt",
    "settlesAt",
    "finalAt",
    "settlementDate",
    "traceNumber",
    "uetr",
    "fileId",
  ],
  onConflict: "(tenant_id, id) DO NOTHING",
});

// Primary key. The rows are locked in order before the update.
const withdraw = statement<{ readonly id: string }>(`
  UPDATE bank_entries SET state = 'withdrawn', updated_at = $3::timestamptz
  WHERE tenant_id = $1 AND id IN (
    SELECT id FROM bank_entries
    WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND state = 'queued' AND NOT is_unwritable ORDER BY id FOR UPDATE)
  RETURNING id`);

// Primary key.
const atBank = statement<{ readonly id: string }>(`
  SELECT mark AS id FROM ${freeEffects} AS effect
  WHERE network IN ('testnet', 'mainnet') AND place = 'bank' AND mark = ANY ($1::text[])`);

/**
 * Withdraws entries that are in no file; returns the ids of the withdrawn ones. After a restore, an entry that the bank
 * has is in a file, though it is not adopted yet.
 */
export async function withdrawEntries(
  tx: Transaction,
  tenantId: TenantId,
  ids: readonly string[],
  now: Instant,
): Promise<ReadonlySet<string>> {
  const sent = new Set((await tx.rows(atBank, [ids])).map(({ id }) => id));
  const unsent = ids.filter((id) => !sent.has(id));
  const rows = await tx.rows(withdraw, [tenantId, unsent, formatInstant(now)]);
  return new Set(rows.map(({ id }) => id));
}

// Primary key.
const progress = statement<BankEntryProgress & { readonly id: string }>(`
  SELECT id, state, coalesce(leaves_at, created_at) AS leaves_at, coalesce(settles_at, created_at) AS settles_at,
    trace_number
  FROM bank_entries WHERE tenant_id = $1 AND id = ANY ($2::text[])`);

export async function selectProgress(
  session: Session,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BankEntryProgress>> {
  const rows = await session.rows(progress, [tenantId, ids]);
  return new Map(rows.map(({ id, ...entryProgress }) => [id, entryProgress]));
}

// Indexes bank_entries_by_id, _by_trace, _by_uetr and _by_file; of equal trace numbers, the newest matches.
const byReferences = statement<EntryRow>(`
  SELECT ${entryColumns} FROM bank_entries WHERE id = ANY ($2::text[]) AND network = $1
  UNION SELECT ${entryColumns} FROM bank_entries WHERE network = $1 AND uetr = ANY ($2::text[])
  UNION SELECT ${entryColumns} FROM bank_entries WHERE file_id = ANY ($2::text[]) AND network = $1
  UNION (SELECT DISTINCT ON (trace_number) ${entryColumns} FROM bank_entries
    WHERE network = $1 AND trace_number = ANY ($2::text[]) ORDER BY trace_number, created_at DESC, id DESC)`);

/** Entries that match any of these references: an id, a trace number, a UETR or a file id. */
export async function selectByReferences(
  session: Session,
  network: Network,
  references: readonly string[],
): Promise<readonly StoredEntry[]> {
  if (references.length === 0) return [];
  return (await session.rows(byReferences, [network, references])).map(entryFromRow);
}

/** An entry about which the bank has reported something. */
export interface ReportedLine {
  readonly subject: string;
  readonly report: string;
}

// Index bank_entries_by_file, bank_events_by_entry and the primary key of bank_movement_references. An event without a
// file was not reported by the bank.
const reported = statement<ReportedLine>(`
  SELECT entry.subject, coalesce(
      (SELECT event.type FROM bank_events event
        WHERE event.entry_id = entry.id AND event.network = entry.network AND event.file_id IS NOT NULL
        ORDER BY event.id DESC LIMIT 1),
      CASE WHEN entry.state IN ('settled', 'rejected', 'returned') THEN entry.state END, 'booked') AS report
  FROM bank_entries entry
  WHERE entry.file_id = $1 AND (entry.state IN ('settled', 'rejected', 'returned')
    OR EXISTS (SELECT FROM bank_events event
      WHERE event.entry_id = entry.id AND event.network = entry.network AND event.file_id IS NOT NULL)
    OR EXISTS (SELECT FROM bank_movement_references known
      WHERE known.network = entry.network AND known.direction IN ('credit', 'debit') AND known.name = 'entry/' || entry.id))
  ORDER BY entry.id LIMIT $2`);

/** Entries of a file of which the bank has reported a status, a settlement, a return or a booking. */
export function selectReportedLines(
  session: Session,
  fileId: string,
  limit: number,
): Promise<readonly ReportedLine[]> {
  return session.rows(reported, [fileId, limit]);
}

/** The tenants of entries, by trace number or id. */
export async function selectTenantsOf(
  session: Session,
  network: Network,
  references: readonly string[],
): Promise<ReadonlyMap<string, TenantId>> {
  const entries = await selectByReferences(session, network, references);
  return new Map(
    entries.flatMap(({ id, traceNumber, tenantId }) =>
      [id, traceNumber].flatMap((reference) =>
        reference === undefined ? [] : [[reference, tenantId] as const],
      ),
    ),
  );
}

export const lockEntries = bankEntries.many({
  by: ["tenantId", "id[]"],
  orderBy: ["id"],
  columns: ["id", "state"],
  lock: "UPDATE",
});

export const updateStates = bankEntries.updateMany({ of: ["tenantId"], set: ["state", "updatedAt"] });

// Index bank_entries_by_file.
const ofFile = bankEntries.many({
  by: ["fileId"],
  orderBy: ["traceNumber", "id"],
  columns: [...entryFields, "sealed"],
  limit: true,
});

export type SealedEntry = StoredEntry & Pick<RowOf<typeof bankEntries>, "sealed">;

export async function selectEntriesOfFile(
  session: Session,
  fileId: string,
  limit: number,
): Promise<readonly SealedEntry[]> {
  return (await ofFile(session, { fileId, limit })).map(entryFromRow);
}

/** As they are delivered. Index bank_entries_by_file. */
export const selectDelivered = bankEntries.many({
  by: ["fileId"],
  orderBy: ["traceNumber", "id"],
  columns: ["id", "traceNumber"],
});

export function entryFromRow<Row extends EntryRow>(row: Row): Row & StoredEntry {
  return { ...row, system: systemOf(row.rail) };
}

type HistoryFields = "id" | "state" | "traceNumber" | "uetr" | "leavesAt" | "settlesAt" | "createdAt";

/** An entry for display: its state, and the file that contains it. */
export interface EntryHistory extends Pick<RowOf<typeof bankEntries>, HistoryFields> {
  readonly file: EntryFile | undefined;
}

interface EntryFile {
  readonly id: string;
  readonly name: string;
  readonly isSent: boolean;
  readonly writtenAt: Instant;
}

interface HistoryRow extends Omit<EntryHistory, "file"> {
  readonly fileId: string | undefined;
  readonly fileName: string | undefined;
  readonly fileIsSent: boolean | undefined;
  readonly fileCreatedAt: Instant | undefined;
}

// Primary keys.
const histories = statement<HistoryRow>(`
  SELECT entry.id, entry.state, entry.trace_number, entry.uetr, entry.leaves_at, entry.settles_at, entry.created_at,
         file.id AS file_id, file.name AS file_name, file.state = 'sent' AS file_is_sent,
         file.created_at AS file_created_at
    FROM bank_entries entry LEFT JOIN bank_files file ON file.id = entry.file_id
   WHERE entry.tenant_id = $1 AND entry.id = ANY ($2::text[])`);

/** Only ids of our entries are found; incoming payments are not entries. */
export async function selectEntryHistories(
  session: Session,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EntryHistory>> {
  if (ids.length === 0) return new Map();
  const rows = await session.rows(histories, [tenantId, ids]);
  return new Map(rows.map((row) => [row.id, historyOf(row)]));
}

function historyOf({ fileId, fileName, fileIsSent, fileCreatedAt, ...entry }: HistoryRow): EntryHistory {
  const isFiled = fileId !== undefined && fileName !== undefined && fileCreatedAt !== undefined;
  const file = isFiled
    ? { id: fileId, name: fileName, isSent: fileIsSent === true, writtenAt: fileCreatedAt }
    : undefined;
  return { ...entry, file };
}
