import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../../api/client.ts";
import type { ListPlace } from "../../../kit/list/use-list-place.tsx";
import type { Workspace } from "../../../workspace/use-workspace.ts";

const listPath = "/console/api/workspaces/{tenant_id}/{network}/applications";
const onePath = "/console/api/workspaces/{tenant_id}/{network}/applications/{application_id}";

export type Application = ResponseBody<typeof onePath>;

interface ApplicationFilters {
  readonly status: string;
  readonly account: string;
}

export function applicationsQuery(
  { params, tenantId, network }: Workspace,
  { status, account }: ApplicationFilters,
  page: Partial<ListPlace>,
) {
  const query = {
    ...page,
    status: status === "live" || status === "revoked" ? status : undefined,
    account_id: account === "" ? undefined : account,
  } as const;
  return queryOptions({
    queryKey: ["applications", tenantId, network, query],
    queryFn: ({ signal }) => get(listPath, { params: { path: params, query }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function applicationQuery({ params, tenantId, network }: Workspace, id: string) {
  return queryOptions({
    queryKey: ["applications", tenantId, network, id],
    queryFn: ({ signal }) => get(onePath, { params: { path: { ...params, application_id: id } }, signal }),
  });
}
