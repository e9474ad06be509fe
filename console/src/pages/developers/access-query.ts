import { queryOptions } from "@tanstack/react-query";
import { type Answered, get } from "../../api/client.ts";
import type { Workspace } from "../../workspace/use-workspace.ts";

const path = "/console/api/workspaces/{tenant_id}/{network}/api-access";

export type ApiAccess = Answered<typeof path>;

/** Where programs go, and which scopes the person may give them. */
export function accessQuery({ params, tenantId, network }: Workspace) {
  return queryOptions({
    queryKey: ["api-access", tenantId, network],
    queryFn: ({ signal }) => get(path, { params: { path: params }, signal }),
    staleTime: 60_000,
  });
}
