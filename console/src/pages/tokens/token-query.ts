import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import type { Workspace } from "../../workspace/use-workspace.ts";

/** One token of the catalogue, with how far its deployments are. */
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
