import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { get } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Page } from "../../kit/page.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { placeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useUrlPaging } from "../../kit/use-url-paging.ts";
import { When } from "../../kit/when.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { ExportButton } from "./export-button.tsx";
import type { WorkspaceTransfer } from "./transfer.ts";
import { filterDefaults, queryOf } from "./transfer-filter.ts";
import { TransferFilters } from "./transfer-filters.tsx";

/** Transfers of all accounts of the workspace. */
export function TransfersPage() {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const [filters, setFilters] = useUrlFilters(filterDefaults);
  const { query: place, pagingOf } = useUrlPaging();
  const query = queryOf(filters);
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["transfers", workspace.params, query, place],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/transfers", {
        params: { path: workspace.params, query: { ...query, ...place } },
        signal,
      }),
    ...useLive(),
  });
  return (
    <Page
      title="Transfers"
      description="Transfers of all accounts, newest first."
      actions={
        <>
          <ExportButton query={query} />
          {workspace.can("transfers:write") ? (
            <Button
              component={ConsoleLink}
              to={link("transfers", "new")}
              leftSection={<Plus size={16} aria-hidden />}
            >
              New transfer
            </Button>
          ) : null}
        </>
      }
    >
      <TransferFilters filters={filters} onChange={setFilters} />
      <Section title="Transfers" flush>
        <DataTable
          label="Transfers"
          columns={columns}
          rows={data?.transfers}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ id }) => link("transfers", id)}
          paging={pagingOf(data?.pagination)}
          empty={<NoTransfers isFiltered={Object.keys(query).length > 0} tenantId={workspace.tenantId} />}
        />
      </Section>
    </Page>
  );
}

const columns: readonly Column<WorkspaceTransfer>[] = [
  { header: "Created", cell: ({ created_at }) => <When at={created_at} /> },
  { header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: "Amount",
    align: "right",
    cell: ({ amount, currency }) => <Amount value={amount} asset={currency} />,
  },
  { header: "From", cell: ({ source }) => placeWords(source) },
  { header: "To", cell: ({ destination }) => placeWords(destination) },
  { header: "Account", cell: ({ account_name, account_id }) => account_name ?? account_id },
  { header: "ID", cell: ({ id }) => <CopyId id={id} of="transfer" /> },
];

function NoTransfers({ isFiltered, tenantId }: { readonly isFiltered: boolean; readonly tenantId: string }) {
  if (isFiltered) {
    return <Empty title="No transfers match these filters" />;
  }
  return (
    <Empty
      title="No transfers yet"
      curl={{
        method: "POST",
        path: `/accounts/${tenantId}/transfers`,
        idempotent: true,
        body: {
          amount: { value: "100.00", currency: "USD" },
          source: { value_type: "USD", transfer_type: "wire" },
          destination: { address_id: "<address>", value_type: "FUSD", transfer_type: "base" },
        },
      }}
    >
      A transfer converts dollars to tokens or back, exchanges one token for another, or sends either
      elsewhere.
    </Empty>
  );
}
