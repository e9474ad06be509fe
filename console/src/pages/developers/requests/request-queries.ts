import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../../api/client.ts";
import type { ListPlace } from "../../../kit/list/use-list-place.tsx";
import type { Workspace } from "../../../workspace/use-workspace.ts";

const listPath = "/console/api/workspaces/{tenant_id}/{network}/requests";
const onePath = "/console/api/workspaces/{tenant_id}/{network}/requests/{logged_request_id}";

export type ApiRequest = ResponseBody<typeof listPath>["requests"][number];
export type ShownRequest = ResponseBody<typeof onePath>;

export const statusClasses = ["2xx", "3xx", "4xx", "5xx"] as const;
export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export interface RequestFilters {
  readonly status: string;
  readonly method: string;
  readonly application: string;
  readonly path: string;
  readonly request: string;
  /** An object that the requests created or changed. */
  readonly object: string;
}

export const noFilters: RequestFilters = {
  status: "",
  method: "",
  application: "",
  path: "",
  request: "",
  object: "",
};

export function requestFilter(filters: RequestFilters) {
  return {
    status: statusClasses.find((each) => each === filters.status),
    method: methods.find((each) => each === filters.method),
    application_id: filters.application || undefined,
    path: filters.path || undefined,
    request_id: filters.request || undefined,
    object_id: filters.object || undefined,
  };
}

export function requestsQuery(
  { params, tenantId, network }: Workspace,
  filters: RequestFilters,
  page: ListPlace,
) {
  const query = { ...page, ...requestFilter(filters) };
  return queryOptions({
    queryKey: ["requests", tenantId, network, query],
    queryFn: ({ signal }) => get(listPath, { params: { path: params, query }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function requestQuery({ params, tenantId, network }: Workspace, id: string) {
  return queryOptions({
    queryKey: ["requests", tenantId, network, "one", id],
    queryFn: ({ signal }) => get(onePath, { params: { path: { ...params, logged_request_id: id } }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Requests that created or changed an object, newest first. */
export function objectRequestsQuery({ params, tenantId, network }: Workspace, objectId: string) {
  const query = { object_id: objectId, "page[size]": 20 };
  return queryOptions({
    queryKey: ["requests", tenantId, network, query],
    queryFn: ({ signal }) => get(listPath, { params: { path: params, query }, signal }),
  });
}
