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

interface Row extends Omit<EntryHistory, "file"> {
  readonly fileId: string | undefined;
  readonly fileName: string | undefined;
  readonly fileIsSent: boolean | undefined;
  readonly fileCreatedAt: Instant | undefined;
}

// Primary keys.
const histories = statement<Row>(`
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

function historyOf({ fileId, fileName, fileIsSent, fileCreatedAt, ...entry }: Row): EntryHistory {
  const isFiled = fileId !== undefined && fileName !== undefined && fileCreatedAt !== undefined;
  const file = isFiled
    ? { id: fileId, name: fileName, isSent: fileIsSent === true, writtenAt: fileCreatedAt }
    : undefined;
  return { ...entry, file };
}
