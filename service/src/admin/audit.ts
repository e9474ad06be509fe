import { type AuditQuery, type RecordedEntry, readAudit } from "../audit/index.ts";
import { type AccountId, type Network, parseId, type TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant, parseInstant } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { collectPages, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";

/** An audit log entry as plain values. */
export interface AuditView {
  readonly id: string;
  readonly at: string;
  /** Undefined for platform actions. */
  readonly tenantId: string | undefined;
  readonly network: Network | undefined;
  readonly accountId: string | undefined;
  readonly actorType: string;
  readonly actor: string;
  readonly requestId: string | undefined;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly before: Readonly<Record<string, unknown>> | undefined;
  readonly after: Readonly<Record<string, unknown>> | undefined;
}

/** Filters; all given fields must match. */
export interface AuditFilter {
  /** Id of a managing account, or `platform` for platform actions. */
  readonly tenantId?: string;
  readonly accountId?: string;
  readonly subjectId?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly requestId?: string;
  /** RFC 3339. */
  readonly since?: string;
  /** RFC 3339, exclusive. */
  readonly until?: string;
}

const pageSize = 500;

/** Audit log entries, newest first. */
export async function listAudit(admin: AdminContext, filter: AuditFilter): Promise<ItemList<AuditView>> {
  const query = readFilter(filter);
  const { items, isComplete } = await collectPages<RecordedEntry>((last) =>
    readAudit(admin.database, pageAfter(query, last)),
  );
  return { items: items.map(view), isComplete };
}

/** The same without a limit, one page at a time, so that a log of any size can be exported. */
export async function* exportAudit(
  admin: AdminContext,
  filter: AuditFilter,
): AsyncGenerator<readonly AuditView[], void, undefined> {
  const query = readFilter(filter);
  let last: RecordedEntry | undefined;
  do {
    const page = await readAudit(admin.database, pageAfter(query, last));
    if (page.length > 0) yield page.map(view);
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
    ...(accountId === undefined ? {} : { accountId: readAccount(accountId) }),
    ...(subjectId === undefined ? {} : { subjectId }),
    ...(actor === undefined ? {} : { actorId: actor }),
    ...(action === undefined ? {} : { action }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(since === undefined ? {} : { since: readMoment("since", since) }),
    ...(until === undefined ? {} : { until: readMoment("until", until) }),
  };
}

function readTenant(text: string): TenantId | "platform" {
  if (text === "platform") return text;
  return (
    parseId<"tenant">(text) ?? refuseFilter("tenant", "must be the id of a managing account, or platform")
  );
}

function readAccount(text: string): AccountId {
  return parseId<"account">(text) ?? refuseFilter("account", "must be the id of an account");
}

function readMoment(name: string, text: string): Instant {
  return parseInstant(text) ?? refuseFilter(name, "must be a time such as 2026-11-15T12:00:00Z");
}

function refuseFilter(name: string, detail: string): never {
  const errors = [{ pointer: `/${name}`, detail }];
  throw new RefusalError(refuse("validation_failed", `${name} ${detail}`, { errors }));
}

function view(entry: RecordedEntry): AuditView {
  const { id, at, tenantId, network, accountId, actor, requestId, action, subject, before, after } = entry;
  return {
    id,
    at: formatInstant(at),
    tenantId,
    network,
    accountId,
    actorType: actor.type,
    actor: "id" in actor ? actor.id : actor.name,
    requestId,
    action,
    subjectType: subject.type,
    subjectId: subject.id,
    before,
    after,
  };
}
