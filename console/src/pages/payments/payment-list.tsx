import { Text } from "@mantine/core";
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
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { paymentTypeLabel } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useUrlPaging } from "../../kit/use-url-paging.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { filterDefaults, queryOf, sortOf, statuses, type WorkspacePayment } from "./payment-filter.ts";
import { PaymentFilters } from "./payment-filters.tsx";
import { directionWords } from "./payment-words.ts";

const summaryEveryMs = 30_000;

interface PaymentListProps {
  /** Undefined for all accounts of the workspace. */
  readonly accountId?: string;
  /** Shown if there are no payments at all. */
  readonly empty: ReactNode;
}

/** Payments with filters, order, totals and export. */
export function PaymentList({ accountId, empty }: PaymentListProps) {
  const { params } = useWorkspace();
  const link = useWorkspaceLink();
  const [given, setFilters] = useUrlFilters(filterDefaults);
  const filters = accountId === undefined ? given : { ...given, account: accountId };
  const { query: place, pagingOf } = useUrlPaging();
  const query = queryOf(filters);
  const sort = sortOf(filters);
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["payments", params, query, sort, place],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/payments", {
        params: { path: params, query: { ...query, sort, ...place } },
        signal,
      }),
    ...useLive(),
  });
  const summary = useSummary(query);
  const file = `/console/api/workspaces/${params.tenant_id}/${params.network}/payments.csv`;
  const isFiltered = Object.keys(query).length > (accountId === undefined ? 0 : 1);
  return (
    <>
      <PaymentFilters filters={filters} onChange={setFilters} isOfAccount={accountId !== undefined} />
      <Section title="All payments" flush>
        <ListTable
          name="payments"
          noun={["payment", "payments"]}
          label="Payments"
          columns={columns}
          rows={data?.payments}
          rowKey={({ payment }) => payment.id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ payment }) => link("payments", payment.id)}
          paging={pagingOf(data?.pagination)}
          summary={summary}
          status={{ statuses, value: filters.status, onChange: (status) => setFilters({ status }) }}
          sort={{ value: sort ?? filterDefaults.sort, onSort: (value) => setFilters({ sort: value }) }}
          exportHref={exportHref(file, { ...query, sort })}
          empty={isFiltered ? <NoMatch hasMore={data?.pagination.next !== null} /> : empty}
        />
      </Section>
    </>
  );
}

function useSummary(query: ReturnType<typeof queryOf>) {
  const { params } = useWorkspace();
  const { data } = useQuery({
    queryKey: ["payments", params, query, "summary"],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/payments/summary", {
        params: { path: params, query },
        signal,
      }),
    placeholderData: keepPreviousData,
    ...useLive(summaryEveryMs),
  });
  return data;
}

/** A search for a text reads a limited number of payments at once. */
function NoMatch({ hasMore }: { readonly hasMore: boolean }) {
  return (
    <Empty title="No payments match these filters">
      {hasMore ? "Only some payments were searched. The next page continues, or choose a date range." : null}
    </Empty>
  );
}

const columns: readonly Column<WorkspacePayment>[] = [
  {
    header: "Created",
    sort: "created_at",
    phone: "end",
    cell: ({ payment }) => <ListTime at={payment.inserted_at} />,
  },
  {
    header: "Status",
    cell: ({ payment, is_held: isHeld }) => <StatusBadge status={isHeld ? "held" : payment.status} />,
  },
  {
    header: "Amount",
    align: "right",
    sort: "amount",
    phone: "value",
    cell: ({ payment }) => <Amount value={payment.amount.value} asset={payment.amount.currency} />,
  },
  {
    header: "Counterparty",
    phone: "title",
    cell: ({ counterparty }) => (
      <Text size="sm" fw={500} lineClamp={2}>
        {counterparty ?? "–"}
      </Text>
    ),
  },
  {
    header: "Reference",
    cell: ({ payment }) => (
      <Text size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
        {payment.details.payment_reference ?? "–"}
      </Text>
    ),
  },
  {
    header: "Type",
    phone: "detail",
    cell: ({ payment }) => `${directionWords[payment.direction]} · ${paymentTypeLabel(payment.type)}`,
  },
  { header: "Account", cell: ({ account }) => account.name ?? account.id },
  {
    header: "Reason",
    isOptional: true,
    cell: ({ payment: { details } }) =>
      details.reason === null || typeof details.reason === "string" ? "–" : details.reason.code,
  },
  {
    header: "Trace or IMAD",
    isOptional: true,
    cell: ({ payment: { details } }) => details.trace_number ?? details.imad ?? "–",
  },
  { header: "ID", cell: ({ payment }) => <CopyId id={payment.id} of="payment" /> },
];
