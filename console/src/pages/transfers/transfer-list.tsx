import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { get } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { exportHref } from "../../kit/list/export-href.ts";
import { ListTable } from "../../kit/list/list-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { plainWords } from "../../kit/plain-words.ts";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { placeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useUrlPaging } from "../../kit/use-url-paging.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { shownStatus, transferStatuses, type WorkspaceTransfer } from "./transfer.ts";
import { filterDefaults, queryOf, sortOf } from "./transfer-filter.ts";
import { TransferFilters } from "./transfer-filters.tsx";

const summaryEveryMs = 30_000;

interface TransferListProps {
  /** Undefined for all accounts of the workspace. */
  readonly accountId?: string;
  /** Shown if there are no transfers at all. */
  readonly empty: ReactNode;
}

/** Transfers with filters, order, totals and export. */
export function TransferList({ accountId, empty }: TransferListProps) {
  const { params } = useWorkspace();
  const link = useWorkspaceLink();
  const [given, setFilters] = useUrlFilters(filterDefaults);
  const filters = accountId === undefined ? given : { ...given, account: accountId };
  const { query: place, pagingOf } = useUrlPaging();
  const query = queryOf(filters);
  const sort = sortOf(filters);
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["transfers", params, query, sort, place],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/transfers", {
        params: { path: params, query: { ...query, sort, ...place } },
        signal,
      }),
    ...useLive(),
  });
  const summary = useSummary(query);
  const file = `/console/api/workspaces/${params.tenant_id}/${params.network}/transfers.csv`;
  const isFiltered = Object.keys(query).length > (accountId === undefined ? 0 : 1);
  return (
    <>
      <TransferFilters filters={filters} onChange={setFilters} isOfAccount={accountId !== undefined} />
      <Section title="All transfers" flush>
        <ListTable
          name="transfers"
          noun={["transfer", "transfers"]}
          label="Transfers"
          columns={columns}
          rows={data?.transfers}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ id }) => link("transfers", id)}
          paging={pagingOf(data?.pagination)}
          summary={summary}
          status={{
            statuses: transferStatuses,
            value: filters.status,
            onChange: (status) => setFilters({ status }),
          }}
          sort={{ value: sort ?? filterDefaults.sort, onSort: (value) => setFilters({ sort: value }) }}
          exportHref={exportHref(file, { ...query, sort })}
          empty={isFiltered ? <Empty title="No transfers match these filters" /> : empty}
        />
      </Section>
    </>
  );
}

function useSummary(query: ReturnType<typeof queryOf>) {
  const { params } = useWorkspace();
  const { data } = useQuery({
    queryKey: ["transfers", params, query, "summary"],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/transfers/summary", {
        params: { path: params, query },
        signal,
      }),
    placeholderData: keepPreviousData,
    ...useLive(summaryEveryMs),
  });
  return data;
}

const columns: readonly Column<WorkspaceTransfer>[] = [
  {
    header: "Created",
    sort: "created_at",
    phone: "end",
    cell: ({ created_at }) => <ListTime at={created_at} />,
  },
  {
    header: "Status",
    phone: "title",
    cell: (transfer) => <StatusBadge status={shownStatus(transfer)} />,
  },
  {
    header: "Amount",
    align: "right",
    sort: "amount",
    phone: "value",
    cell: ({ amount, currency }) => <Amount value={amount} asset={currency} />,
  },
  {
    header: "Flow",
    isOptional: true,
    cell: ({ flow }) => plainWords(flow),
  },
  { header: "From", cell: ({ source }) => placeWords(source) },
  { header: "To", cell: ({ destination }) => placeWords(destination) },
  {
    header: "Account",
    phone: "detail",
    cell: ({ account_name, account_id }) => account_name ?? account_id,
  },
  {
    header: "Failure",
    isOptional: true,
    cell: ({ failure_type }) => (failure_type === null ? "–" : plainWords(failure_type)),
  },
  { header: "Fee", isOptional: true, align: "right", cell: ({ fee }) => <Amount value={fee} asset="USD" /> },
  { header: "Note", isOptional: true, cell: ({ note }) => note ?? "–" },
  { header: "Completed", isOptional: true, cell: ({ completed_at }) => <ListTime at={completed_at} /> },
  { header: "ID", cell: ({ id }) => <CopyId id={id} of="transfer" /> },
];
