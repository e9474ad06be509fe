import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { RecordedEntry } from "./audit-entry.ts";
import { type AuditQuery, selectAuditEntries } from "./store.ts";

const maxPageSize = 1_000;

/** A page of the log, newest first. Hand the last entry in as `olderThan` to get the next one. */
export function readAudit(session: Session, query: AuditQuery): Promise<readonly RecordedEntry[]> {
  assert(query.limit >= 1 && query.limit <= maxPageSize, `a page of the audit log holds 1 to ${maxPageSize}`);
  return selectAuditEntries(session, query);
}
