import { queryOptions } from "@tanstack/react-query";
import { get, type ResponseBody } from "../api/client.ts";
import type { Permission } from "../permission.ts";
import type { Network } from "./network.ts";
import type { Workspace } from "./use-workspace.ts";

export function workspaceQuery(tenantId: string, network: Network) {
  return queryOptions({
    queryKey: ["workspace", tenantId, network],
    queryFn: async ({ signal }) => {
      const params = { path: { tenant_id: tenantId, network } };
      return workspaceOf(await get("/console/api/workspaces/{tenant_id}/{network}", { params, signal }));
    },
    staleTime: 60_000,
  });
}

type WorkspaceResponse = ResponseBody<"/console/api/workspaces/{tenant_id}/{network}">;

function workspaceOf({ tenant_id, name, network, self_attested, permissions }: WorkspaceResponse): Workspace {
  const allowed = new Set(permissions);
  return {
    tenantId: tenant_id,
    network,
    name,
    selfAttested: self_attested,
    can: (permission: Permission) => allowed.has(permission),
    params: { tenant_id, network },
  };
}
