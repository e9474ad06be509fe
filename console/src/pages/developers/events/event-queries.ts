import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { get } from "../../../api/client.ts";
import type { ListPlace } from "../../../kit/list/use-list-place.tsx";
import type { Workspace } from "../../../workspace/use-workspace.ts";

const listPath = "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/events";
const onePath = "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/events/{event_id}";
const pageSize = 50;

/** Order and time range of the event log, which calls its order by another name than other lists. */
export function eventOrder<Place extends Pick<ListPlace, "sort">>({ sort, ...place }: Place) {
  return { ...place, order: sort === "created_at" ? ("oldest" as const) : undefined };
}

/** Events. For the workspace's own account, events of managed accounts are included. */
export function eventsQuery(
  { params, tenantId, network }: Workspace,
  { accountId, type, page }: { readonly accountId: string; readonly type: string; readonly page: ListPlace },
) {
  const query = {
    ...eventOrder(page),
    "page[size]": pageSize,
    include_managed: accountId === tenantId ? true : undefined,
    type: type === "" ? undefined : type,
  };
  return queryOptions({
    queryKey: ["events", tenantId, network, accountId, query],
    queryFn: ({ signal }) =>
      get(listPath, { params: { path: { ...params, account_id: accountId }, query }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function eventQuery(
  { params, tenantId, network }: Workspace,
  { accountId, eventId }: { readonly accountId: string; readonly eventId: string },
) {
  const path = { ...params, account_id: accountId, event_id: eventId };
  return queryOptions({
    queryKey: ["events", tenantId, network, "one", eventId],
    queryFn: ({ signal }) => get(onePath, { params: { path }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
