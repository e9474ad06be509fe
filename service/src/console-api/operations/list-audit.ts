import { type AuditPosition, type AuditQuery, type RecordedEntry, walkAudit } from "../../audit/index.ts";
import type { Session } from "../../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../../http/paging.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
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

type Place = Pick<AuditQuery, "olderThan" | "newerThan">;

function placeOf(position: AuditPosition | undefined, direction: PageRequest["direction"]): Place {
  if (position === undefined) return {};
  return direction === "after" ? { olderThan: position } : { newerThan: position };
}

/** Maximum entries of a file; for more, request another period. */
export const maxExported = 10_000;
const exportedAtOnce = 1_000;
const beforeAll: AuditPosition = { at: instantFromMs(0), id: "" as AuditPosition["id"] };

/** Entries of an export file. */
export async function collectAudit(
  session: Session,
  filters: Filters,
  isOldestFirst: boolean,
): Promise<{ readonly entries: readonly RecordedEntry[]; readonly isComplete: boolean }> {
  const entries: RecordedEntry[] = [];
  let place: Place = isOldestFirst ? { newerThan: beforeAll } : {};
  while (entries.length < maxExported) {
    const page = await walkAudit(session, { ...filters, limit: exportedAtOnce, ...place });
    entries.push(...page.entries);
    if (page.stoppedAt !== undefined) return { entries, isComplete: false };
    if (page.entries.length < exportedAtOnce) return { entries, isComplete: true };
    place = placeOf(page.entries.at(-1), isOldestFirst ? "before" : "after");
  }
  return { entries, isComplete: false };
}
