import type { Session } from "../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import { EnvelopeError, type KeyRing } from "../kernel/envelope.ts";
import type { ApplicationId, Network, TenantId } from "../kernel/id.ts";
import type { LoggedRequest, RequestDetails } from "./logged-request.ts";
import { openDetails } from "./request-details.ts";
import { selectByRequestId, selectDetails, selectReach, selectRequests } from "./store.ts";

export interface RequestList {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly applicationId?: ApplicationId | undefined;
  readonly method?: string | undefined;
  readonly statusClass?: number | undefined;
  readonly pathText?: string | undefined;
  readonly requestId?: string | undefined;
  readonly page: PageRequest;
}

type RequestPage = ReturnType<typeof cutPage<LoggedRequest>>;

/** Requests scanned per page: a selective filter must not read the whole log. */
const maxLookedAt = 20_000;

/**
 * A page of a workspace's requests, newest first. With a selective filter the page may be short, or empty, and still
 * have a next page, which continues after the scanned range.
 */
export async function listRequests(
  session: Session,
  { page, requestId, applicationId, method, statusClass, pathText, tenantId, network }: RequestList,
  lookedAt: number = maxLookedAt,
): Promise<RequestPage> {
  const filter = { tenantId, network, applicationId, method, statusClass, pathText };
  if (requestId !== undefined) return listNamed(session, { ...filter, page, requestId });
  const { direction, position } = page;
  const stretch = { direction, position, lookedAt, limit: rowsToFetch(page) };
  const found = await selectRequests(session, filter, { ...stretch, reach: undefined });
  // A page that is full ends before the range does.
  if (found.length === stretch.limit) return cutPage(found, page, ({ id }) => id);
  const reach = await selectReach(session, filter, stretch, lookedAt);
  if (reach === undefined) return cutPage(found, page, ({ id }) => id);
  const cut = cutPage(await selectRequests(session, filter, { ...stretch, reach }), page, ({ id }) => id);
  return { ...cut, pagination: goingOn(cut.pagination, page, reach) };
}

/** All at once: a request id has one request, unless a caller reuses its own. */
async function listNamed(
  session: Session,
  { page, requestId, ...filter }: RequestList & { readonly requestId: string },
): Promise<RequestPage> {
  const found = await selectByRequestId(session, { ...filter, requestId, limit: page.size });
  const items = found.filter((each) => fits(each, filter));
  return { items, pagination: { page_size: page.size, next: null, prev: null } };
}

function fits(
  request: LoggedRequest,
  { applicationId, method, statusClass, pathText }: Omit<RequestList, "page" | "requestId">,
): boolean {
  return (
    (applicationId === undefined || request.applicationId === applicationId) &&
    (method === undefined || request.method === method) &&
    (statusClass === undefined || Math.floor(request.status / 100) === statusClass) &&
    (pathText === undefined || request.path.includes(pathText))
  );
}

function goingOn(
  pagination: RequestPage["pagination"],
  { direction, cursorAt }: PageRequest,
  reach: string,
): RequestPage["pagination"] {
  const further = cursorAt(reach);
  return direction === "after"
    ? { ...pagination, next: pagination.next ?? further }
    : { ...pagination, prev: pagination.prev ?? further };
}

/** Undefined if none were stored, or if they were sealed with a master key that is no longer configured. */
export async function findDetails(
  { database, keyRing }: { readonly database: Session; readonly keyRing: KeyRing },
  request: LoggedRequest,
): Promise<RequestDetails | undefined> {
  const sealed = await selectDetails(database, request);
  if (sealed === undefined) return undefined;
  try {
    return openDetails(keyRing, sealed, request);
  } catch (error) {
    if (error instanceof EnvelopeError) return undefined;
    throw error;
  }
}
