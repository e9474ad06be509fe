import { readAudit } from "../../audit/index.ts";
import type { Session } from "../../db/database.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import { findRequestsNamed, type LoggedRequest } from "../../request-log/index.ts";

const maxObjects = 20;
const maxEntries = 100;
const clockSkewMs = 60_000;

/** What a request created or changed. Clients choose request ids, so only the entries around its time belong to it. */
export async function objectsOf(
  database: Session,
  tenantId: TenantId,
  { requestId, applicationId, at, durationMs }: LoggedRequest,
) {
  const entries = await readAudit(database, {
    tenantId,
    requestId,
    actorId: applicationId,
    since: addMs(at, -durationMs - clockSkewMs),
    until: addMs(at, clockSkewMs),
    limit: maxObjects,
  });
  const objects = new Map(entries.map(({ subject }) => [`${subject.type} ${subject.id}`, subject]));
  return [...objects.values()].map(({ type, id }) => ({ type, id }));
}

interface ObjectRequests {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly objectId: string;
  readonly size: number;
}

/** Requests that created or changed an object, newest first, as far as they are still in the log. */
export async function requestsOf(database: Session, { tenantId, network, objectId, size }: ObjectRequests) {
  const entries = await readAudit(database, { tenantId, network, subjectId: objectId, limit: maxEntries });
  const found = new Map<string, LoggedRequest>();
  for (const { requestId, actor, at } of entries) {
    if (requestId === undefined || actor.type !== "application" || found.size >= size) continue;
    const named = await findRequestsNamed(database, { requestId, tenantIds: [tenantId], limit: maxObjects });
    const request = named.find((each) => each.applicationId === actor.id && isAround(each, at));
    if (request !== undefined && request.network === network) found.set(request.id, request);
  }
  return { items: [...found.values()], pagination: { page_size: size, next: null, prev: null } };
}

function isAround(request: LoggedRequest, at: Instant): boolean {
  return Math.abs(request.at - at) <= request.durationMs + clockSkewMs;
}
