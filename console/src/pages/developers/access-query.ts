import { queryOptions } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../api/client.ts";
import type { Workspace } from "../../workspace/use-workspace.ts";

const path = "/console/api/workspaces/{tenant_id}/{network}/api-access";

export type ApiAccess = ResponseBody<typeof path>;

/** API URLs, and the scopes that the user can grant to applications. */
export function accessQuery({ params, tenantId, network }: Workspace) {
  return queryOptions({
    queryKey: ["api-access", tenantId, network],
    queryFn: ({ signal }) => get(path, { params: { path: params }, signal }),
    staleTime: 60_000,
  });
}
