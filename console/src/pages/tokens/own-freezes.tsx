import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Section } from "../../kit/section.tsx";
import { useLive } from "../../kit/use-live.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { freezeColumns } from "./freeze-columns.tsx";

/** Addresses that the operator froze for one of the workspace's tokens. */
export function OwnFreezes({ valueType }: { readonly valueType: string }) {
  const { params, can } = useWorkspace();
  const isAllowed = can("tokens:read");
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["own-freezes", params, valueType],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/tokens/{value_type}/freezes", {
        params: { path: { ...params, value_type: valueType } },
        signal,
      }),
    enabled: isAllowed,
    ...useLive(),
  });
  if (!isAllowed) return null;
  return (
    <Section
      title="Frozen addresses"
      description="Addresses frozen by the operator. They can't send or receive this token."
      flush
    >
      <DataTable
        label="Frozen addresses"
        columns={freezeColumns}
        rows={data?.freezes}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={<Empty title="No frozen addresses" />}
      />
    </Section>
  );
}
