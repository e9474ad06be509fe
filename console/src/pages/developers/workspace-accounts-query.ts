import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import type { Workspace } from "../../workspace/use-workspace.ts";

/** An account that can be chosen. */
export interface AccountChoice {
  readonly value: string;
  readonly label: string;
}

const maxManaged = 100;

/** The workspace's own account, and the newest of those that it manages. */
export function workspaceAccountsQuery({ params, tenantId, network, name, can }: Workspace) {
  return queryOptions({
    queryKey: ["workspace-accounts", tenantId, network],
    queryFn: async ({ signal }): Promise<readonly AccountChoice[]> => {
      const own = { value: tenantId, label: `${name} (the workspace itself)` };
      if (!can("accounts:read")) return [own];
      const { accounts } = await get("/console/api/workspaces/{tenant_id}/{network}/accounts", {
        params: { path: params, query: { "page[size]": maxManaged, expand: true } },
        signal,
      });
      const managed = accounts.flatMap((account) =>
        typeof account === "string" || account.id === tenantId
          ? []
          : [{ value: account.id, label: account.business_name ?? account.name }],
      );
      return [own, ...managed];
    },
    staleTime: 60_000,
  });
}
