import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { useLive } from "../../kit/use-live.ts";
import { useUrlPaging } from "../../kit/use-url-paging.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { automationColumns } from "../automations/automation-columns.tsx";

export function AccountAutomations({ accountId }: { readonly accountId: string }) {
  const { params } = useWorkspace();
  const link = useWorkspaceLink();
  const { query, pagingOf } = useUrlPaging();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["automations", params, accountId, query],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/automations", {
        params: { path: { ...params, account_id: accountId }, query },
        signal,
      }),
    ...useLive(),
  });
  return (
    <Section title="Automations" flush>
      <DataTable
        label="Automations"
        columns={automationColumns}
        rows={data?.automations}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        rowLink={({ id }) => link("automations", accountId, id)}
        paging={pagingOf(data?.pagination)}
        empty={<Empty title="No automations yet" />}
      />
    </Section>
  );
}
