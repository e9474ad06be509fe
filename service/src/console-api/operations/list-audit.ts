import { type AuditFilters, auditEntries, type RecordedEntry } from "../../audit/index.ts";
import type { Session } from "../../db/database.ts";

/** Maximum entries of a file; for more, request another period. */
export const maxExported = 10_000;
const exportedAtOnce = 1_000;

/** Entries of an export file. */
export async function collectAudit(
  session: Session,
  filters: AuditFilters,
  isOldestFirst: boolean,
): Promise<{ readonly entries: readonly RecordedEntry[]; readonly isComplete: boolean }> {
  const query = { ...filters, sort: { by: "created", isDescending: !isOldestFirst } };
  const entries: RecordedEntry[] = [];
  let position: string | undefined;
  while (entries.length < maxExported) {
    const found = await auditEntries.read(session, query, { position, limit: exportedAtOnce });
    entries.push(...found.items);
    if (found.stoppedAt !== undefined) return { entries, isComplete: false };
    if (found.items.length < exportedAtOnce) return { entries, isComplete: true };
    position = found.positions.at(-1);
  }
  return { entries, isComplete: false };
}
