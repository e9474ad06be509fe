import type { RowOf } from "../../db/table.ts";
import { journalMarks } from "../tables.ts";

/** The end of a journal: its last record and hash. */
export type JournalMark = Pick<RowOf<typeof journalMarks>, "sequence" | "hash">;

export const selectMark = journalMarks.one({ by: ["tenantId", "network"], columns: ["sequence", "hash"] });

/** A checkpoint never moves back, because two verifications may finish in any order. */
export const upsertMark = journalMarks.insert({
  onConflict: `(tenant_id, network) DO UPDATE
     SET sequence = excluded.sequence, hash = excluded.hash, verified_at = excluded.verified_at
   WHERE journal_marks.sequence <= excluded.sequence`,
});
