import { type AuditQuery, type RecordedEntry, readAudit } from "../audit/index.ts";
import { parseId } from "../kernel/id.ts";
import { collectPages, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readAccountId, readMoment, refuseAt } from "./read-input.ts";

/** Filters; all given fields must match. */
export interface AuditFilter {
  /** Id of a managing account, or `platform` for platform actions. */
  readonly tenantId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly requestId?: string | undefined;
  /** RFC 3339. */
  readonly since?: string | undefined;
  /** RFC 3339, exclusive. */
  readonly until?: string | undefined;
}

const pageSize = 500;

/** Audit log entries, newest first. */
export async function listAudit(
  { database }: AdminContext,
  filter: AuditFilter,
): Promise<ItemList<RecordedEntry>> {
  const query = readFilter(filter);
  return collectPages((last) => readAudit(database, pageAfter(query, last)));
}

/** The same without a limit, one page at a time, so that a log of any size can be exported. */
export async function* exportAudit(
  admin: AdminContext,
  filter: AuditFilter,
): AsyncGenerator<readonly RecordedEntry[], void, undefined> {
  const query = readFilter(filter);
  let last: RecordedEntry | undefined;
  do {
    const page = await readAudit(admin.database, pageAfter(query, last));
    if (page.length > 0) yield page;
    last = page.at(-1);
  } while (last !== undefined);
}

function pageAfter(query: Omit<AuditQuery, "limit">, last: RecordedEntry | undefined): AuditQuery {
  return { ...query, limit: pageSize, ...(last === undefined ? {} : { olderThan: last }) };
}

function readFilter(filter: AuditFilter): Omit<AuditQuery, "limit"> {
  const { tenantId, accountId, subjectId, actor, action, requestId, since, until } = filter;
  return {
    ...(tenantId === undefined ? {} : { tenantId: readTenant(tenantId) }),
    ...(accountId === undefined ? {} : { accountId: readAccountId(accountId) }),
    ...(subjectId === undefined ? {} : { subjectId }),
    ...(actor === undefined ? {} : { actorId: actor }),
    ...(action === undefined ? {} : { action }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(since === undefined ? {} : { since: readMoment("since", since) }),
    ...(until === undefined ? {} : { until: readMoment("until", until) }),
  };
}

function readTenant(text: string) {
  if (text === "platform") return text;
  return parseId<"tenant">(text) ?? refuseAt("tenant", "must be the id of a managing account, or platform");
}
