import { queryOptions } from "@tanstack/react-query";
import { request } from "../api/request.ts";
import type { Permission } from "../permission.ts";
import type { Network } from "./network.ts";
import type { Workspace } from "./use-workspace.ts";

interface WorkspaceAnswer {
  readonly tenant_id: string;
  readonly name: string;
  readonly network: Network;
  readonly self_attested: boolean;
  readonly permissions: readonly string[];
}

export function workspaceQuery(tenantId: string, network: Network) {
  return queryOptions({
    queryKey: ["workspace", tenantId, network],
    queryFn: async ({ signal }) => {
      const params = { path: { tenant_id: tenantId, network } };
      const path = "/console/api/workspaces/{tenant_id}/{network}";
      return workspaceOf((await request("get", path, { params, signal })) as WorkspaceAnswer);
    },
    staleTime: 60_000,
  });
}

function workspaceOf({ tenant_id, name, network, self_attested, permissions }: WorkspaceAnswer): Workspace {
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
