import { readAudit } from "../../audit/index.ts";
import type { Session } from "../../db/database.ts";
import type { ListQuery } from "../../db/list-definition.ts";
import type { RowSource } from "../../http/list-route.ts";
import type { TenantId } from "../../kernel/id.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import {
  findRequestsNamed,
  type LoggedRequest,
  type RequestFilters,
  requestList,
} from "../../request-log/index.ts";

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

interface RequestQuery extends RequestFilters {
  /** Only requests that created or changed this object, without the other filters. */
  readonly objectId?: string | undefined;
}

/** Requests of a workspace, or those of an object. */
export const requestRows: RowSource<RequestQuery, LoggedRequest> = {
  first: requestList.first,
  shared: requestList.shared,
  page: async (session, { objectId, ...query }, page) =>
    objectId === undefined
      ? requestList.page(session, query, page)
      : {
          items: (await requestsOf(session, query, objectId)).slice(0, page.size),
          pagination: { page_size: page.size, next: null, prev: null },
        },
  totals: async (session, { objectId, ...query }, limit) => {
    if (objectId === undefined) return requestList.totals(session, query, limit);
    const found = await requestsOf(session, query, objectId);
    const totals = found.map(({ status }) => ({
      status: `${Math.floor(status / 100)}xx`,
      currency: "",
      count: 1,
      units: 0n,
    }));
    return { totals, isComplete: true, isOfAllStatuses: true };
  },
};

/** Requests that created or changed an object, as far as they are still in the log. */
async function requestsOf(
  database: Session,
  { tenantId, network, createdAfter, createdBefore, sort }: ListQuery<RequestFilters>,
  objectId: string,
): Promise<readonly LoggedRequest[]> {
  const entries = await readAudit(database, { tenantId, network, subjectId: objectId, limit: maxEntries });
  const found = new Map<string, LoggedRequest>();
  for (const { requestId, actor, at } of entries) {
    if (requestId === undefined || actor.type !== "application") continue;
    const named = await findRequestsNamed(database, { requestId, tenantIds: [tenantId], limit: maxObjects });
    const request = named.find((each) => each.applicationId === actor.id && isAround(each, at));
    if (request !== undefined && request.network === network) found.set(request.id, request);
  }
  const within = [...found.values()].filter(
    (request) =>
      (createdAfter === undefined || request.at > createdAfter) &&
      (createdBefore === undefined || request.at < createdBefore),
  );
  return sort?.isDescending === false ? within.toReversed() : within;
}

function isAround(request: LoggedRequest, at: Instant): boolean {
  return Math.abs(request.at - at) <= request.durationMs + clockSkewMs;
}
