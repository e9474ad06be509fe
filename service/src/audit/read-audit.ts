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

/** A page of the log, newest first. Hand the last entry in as `olderThan` to get the next one. */
export function readAudit(session: Session, query: AuditQuery): Promise<readonly RecordedEntry[]> {
  assert(query.limit >= 1 && query.limit <= maxPageSize, `a page of the audit log holds 1 to ${maxPageSize}`);
  return selectAuditEntries(session, query);
}

/** A page of a walk through the log that looks at a limited number of entries. */
export interface AuditWalk {
  readonly entries: readonly RecordedEntry[];
  /** Where it stopped before the page was full and before the log came to its end; undefined otherwise. */
  readonly stoppedAt: AuditPosition | undefined;
}

/**
 * For those who look at the log on the path of a request: filters that no index knows pass over entries, and however
 * rare what they look for is, an answer comes soon. Whoever wants to look further goes on where the walk stopped.
 */
export async function walkAudit(
  session: Session,
  query: AuditQuery,
  maxWalked = defaultMaxWalked,
): Promise<AuditWalk> {
  assert(query.limit >= 1 && query.limit <= maxPageSize, `a page of the audit log holds 1 to ${maxPageSize}`);
  const entries = await selectAuditEntriesWithin(session, query, maxWalked);
  const isFull = entries.length === query.limit;
  return { entries, stoppedAt: isFull ? undefined : await selectEndOfWalk(session, query, maxWalked) };
}

const defaultMaxWalked = 50_000;
