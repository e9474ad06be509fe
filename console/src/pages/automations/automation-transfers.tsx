import { useQuery } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { placeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { useUrlPaging } from "../../kit/use-url-paging.ts";
import { When } from "../../kit/when.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";

type Transfer =
  ResponseBody<"/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/transfers">["transfers"][number];

interface AutomationTransfersProps {
  readonly accountId: string;
  readonly automationId: string;
}

/** Transfers created by an automation, one per incoming payment or deposit. */
export function AutomationTransfers({ accountId, automationId }: AutomationTransfersProps) {
  const { params, can } = useWorkspace();
  const link = useWorkspaceLink();
  const { query: place, pagingOf } = useUrlPaging();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["automation-transfers", params, accountId, automationId, place],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/transfers", {
        params: {
          path: { ...params, account_id: accountId },
          query: { automation_id: automationId, ...place },
        },
        signal,
      }),
    enabled: can("transfers:read"),
    ...useLive(),
  });
  return (
    <Section title="Transfers" flush>
      <DataTable
        label="Automation transfers"
        columns={columns}
        rows={data?.transfers}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        rowLink={({ id }) => link("transfers", id)}
        paging={pagingOf(data?.pagination)}
        empty={<Empty title="No transfers yet">Each incoming payment or deposit creates a transfer.</Empty>}
      />
    </Section>
  );
}

const columns: readonly Column<Transfer>[] = [
  { header: "Created", phone: "end", cell: ({ created_at }) => <When at={created_at} /> },
  { header: "Status", phone: "title", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: "Amount",
    align: "right",
    phone: "value",
    cell: ({ amount }) => <Amount value={amount.value} asset={amount.currency} />,
  },
  { header: "From", phone: "detail", cell: ({ source }) => placeWords(source) },
  { header: "To", cell: ({ destination }) => placeWords(destination) },
  { header: "ID", cell: ({ id }) => <CopyId id={id} of="transfer" /> },
];
