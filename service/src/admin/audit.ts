import { type AuditFilters, auditEntries, type RecordedEntry } from "../audit/index.ts";
import { parseId } from "../kernel/id.ts";
import { collectStream, type ItemList } from "./item-list.ts";
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

/** Audit log entries, newest first. */
export function listAudit({ database }: AdminContext, filter: AuditFilter): Promise<ItemList<RecordedEntry>> {
  return collectStream(auditEntries.stream(database, readFilter(filter)));
}

/** The same without a limit, in parts, so that a log of any size can be exported. */
export function exportAudit(
  { database }: AdminContext,
  filter: AuditFilter,
): AsyncGenerator<readonly RecordedEntry[]> {
  return auditEntries.stream(database, readFilter(filter));
}

function readFilter(filter: AuditFilter): AuditFilters {
  const { tenantId, accountId, subjectId, actor, action, requestId, since, until } = filter;
  return {
    tenantId: tenantId === undefined ? undefined : readTenant(tenantId),
    accountId: accountId === undefined ? undefined : readAccountId(accountId),
    subjectId,
    actorId: actor,
    action,
    requestId,
    since: since === undefined ? undefined : readMoment("since", since),
    until: until === undefined ? undefined : readMoment("until", until),
  };
}

function readTenant(text: string) {
  if (text === "platform") return text;
  return parseId<"tenant">(text) ?? refuseAt("tenant", "must be the id of a managing account, or platform");
}
