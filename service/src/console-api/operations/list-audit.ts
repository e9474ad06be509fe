import { type AuditPosition, type AuditQuery, type RecordedEntry, walkAudit } from "../../audit/index.ts";
import type { Session } from "../../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../../http/paging.ts";
import type { Instant } from "../../kernel/instant.ts";
import { positionText, readPosition } from "./audit-query.ts";

type Filters = Omit<AuditQuery, "limit">;

/** A page of the log. If filters skip many entries, a page may be short without being the last one. */
export async function listAudit(session: Session, filters: Filters, page: PageRequest) {
  const { entries, stoppedAt } = await walkAudit(session, sliceOf(filters, page));
  const { items, pagination } = cutPage(entries, page, positionText);
  if (stoppedAt === undefined) return { items, pagination, stoppedAt: undefined };
  const further = page.cursorAt(positionText(stoppedAt));
  const isOlder = page.direction === "after";
  return {
    items,
    pagination: { ...pagination, ...(isOlder ? { next: further } : { prev: further }) },
    stoppedAt: stoppedAt.at as Instant | undefined,
  };
}

function sliceOf(filters: Filters, page: PageRequest): AuditQuery {
  const position = page.position === undefined ? undefined : readPosition(page.position);
  return { ...filters, limit: rowsToFetch(page), ...placeOf(position, page.direction) };
}

function placeOf(position: AuditPosition | undefined, direction: PageRequest["direction"]) {
  if (position === undefined) return {};
  return direction === "after" ? { olderThan: position } : { newerThan: position };
}

/** Maximum entries of a file; for more, request another period. */
export const maxExported = 10_000;
const exportedAtOnce = 1_000;

/** Entries of an export file, newest first. */
export async function collectAudit(
  session: Session,
  filters: Filters,
): Promise<{ readonly entries: readonly RecordedEntry[]; readonly isComplete: boolean }> {
  const entries: RecordedEntry[] = [];
  let olderThan: AuditPosition | undefined;
  while (entries.length < maxExported) {
    const query = { ...filters, limit: exportedAtOnce, ...(olderThan === undefined ? {} : { olderThan }) };
    const page = await walkAudit(session, query);
    entries.push(...page.entries);
    if (page.stoppedAt !== undefined) return { entries, isComplete: false };
    if (page.entries.length < exportedAtOnce) return { entries, isComplete: true };
    olderThan = page.entries.at(-1);
  }
  return { entries, isComplete: false };
}
