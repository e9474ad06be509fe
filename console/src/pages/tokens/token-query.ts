import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import type { Workspace } from "../../workspace/use-workspace.ts";

/** A token of the catalog, with its deployments. */
export function tokenQuery({ params }: Pick<Workspace, "params">, valueType: string) {
  return queryOptions({
    queryKey: ["token", params, valueType],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/tokens/{value_type}", {
        params: { path: { ...params, value_type: valueType } },
        signal,
      }),
  });
}
