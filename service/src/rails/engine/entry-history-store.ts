import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { BankEntryState } from "../bank-work.ts";

/** An entry for display: its state, and the file that contains it. */
export interface EntryHistory {
  readonly id: string;
  readonly state: BankEntryState;
  readonly traceNumber: string | undefined;
  readonly uetr: string | undefined;
  /** By the bank's cut-offs, once they are known. */
  readonly leavesAt: Instant | undefined;
  readonly settlesAt: Instant | undefined;
  readonly file: EntryFile | undefined;
  readonly createdAt: Instant;
}

export interface EntryFile {
  readonly id: string;
  readonly name: string;
  readonly isSent: boolean;
  readonly writtenAt: Instant;
}

interface Row {
  readonly id: string;
  readonly state: BankEntryState;
  readonly trace_number: string | null;
  readonly uetr: string | null;
  readonly leaves_at: Instant | null;
  readonly settles_at: Instant | null;
  readonly created_at: Instant;
  readonly file_id: string | null;
  readonly file_name: string | null;
  readonly file_is_sent: boolean | null;
  readonly file_created_at: Instant | null;
}

// Primary keys.
const histories = statement(`
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
  const rows = await session.rows<Row>(histories, [tenantId, ids]);
  return new Map(rows.map((row) => [row.id, historyOf(row)]));
}

function historyOf(row: Row): EntryHistory {
  return {
    id: row.id,
    state: row.state,
    traceNumber: row.trace_number ?? undefined,
    uetr: row.uetr ?? undefined,
    leavesAt: row.leaves_at ?? undefined,
    settlesAt: row.settles_at ?? undefined,
    file: fileOf(row),
    createdAt: row.created_at,
  };
}

function fileOf(row: Row): EntryFile | undefined {
  const { file_id: id, file_name: name, file_created_at: writtenAt } = row;
  if (id === null || name === null || writtenAt === null) return undefined;
  return { id, name, isSent: row.file_is_sent === true, writtenAt };
}
