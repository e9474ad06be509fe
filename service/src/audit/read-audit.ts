import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { RecordedEntry } from "./audit-entry.ts";
import {
  type AuditPosition,
  type AuditQuery,
  selectAuditEntries,
  selectAuditEntriesWithin,
  selectEndOfWalk,
} from "./store.ts";

const maxPageSize = 1_000;

/** A page of the log, newest first. Pass the last entry as `olderThan` to get the next page. */
export function readAudit(session: Session, query: AuditQuery): Promise<readonly RecordedEntry[]> {
  assert(
    query.limit >= 1 && query.limit <= maxPageSize,
    `a page of the audit log has 1 to ${maxPageSize} entries`,
  );
  return selectAuditEntries(session, query);
}

/** A page of a scan that reads a limited number of log entries. */
export interface AuditWalk {
  readonly entries: readonly RecordedEntry[];
  /** Where the scan stopped, if it reached its limit before the page was full or the log ended; undefined otherwise. */
  readonly stoppedAt: AuditPosition | undefined;
}

/**
 * For reads on the request path: filters without an index skip entries, so the scan is bounded and responds quickly
 * however rare the matches are. The caller continues from the position where the scan stopped.
 */
export async function walkAudit(
  session: Session,
  query: AuditQuery,
  maxWalked = defaultMaxWalked,
): Promise<AuditWalk> {
  assert(
    query.limit >= 1 && query.limit <= maxPageSize,
    `a page of the audit log has 1 to ${maxPageSize} entries`,
  );
  const entries = await selectAuditEntriesWithin(session, query, maxWalked);
  const isFull = entries.length === query.limit;
  return { entries, stoppedAt: isFull ? undefined : await selectEndOfWalk(session, query, maxWalked) };
}

const defaultMaxWalked = 50_000;
