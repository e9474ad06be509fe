import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Amount } from "../../kit/amount.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { useListTotals } from "../../kit/list/use-list-totals.ts";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useCan } from "../../session/use-me.ts";
import {
  approvalStatuses,
  operationWords,
  partyWords,
  recipientWords,
  type ShownApproval,
  useApprovals,
} from "./approval.ts";

/** Operations that wait for approvals, of this workspace or for operators. */
export function ApprovalsPage() {
  const source = useApprovals(useCan("approvals.decide"));
  const [filters, setFilters] = useUrlFilters({ status: "pending" });
  const { query: place, filter: range, order, pagingOf } = useListPlace();
  const status = approvalStatuses.find((known) => known === filters.status);
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["approvals", source.key, status, place],
    queryFn: ({ signal }) => source.list({ status, ...place }, signal),
    ...useLive(),
  });
  const totals = useListTotals(source.address, { status, ...range });
  return (
    <Page
      title="Approvals"
      description="Operations that an approval rule stops until other users have approved them."
    >
      <Section title="Operations" flush>
        <ListTable
          name="approvals"
          noun={["approval", "approvals"]}
          {...totals}
          order={order}
          status={{
            statuses: approvalStatuses,
            value: status ?? "",
            onChange: (chosen) => setFilters({ status: chosen === "" ? "any" : chosen }),
          }}
          label="Approvals"
          columns={columns}
          rows={data?.approvals}
          rowKey={({ approval }) => approval.id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ approval }) => source.page("approvals", approval.id)}
          paging={pagingOf(data?.pagination)}
          empty={
            <Empty title={status === "pending" ? "Nothing waits for approval" : "No approvals"}>
              An approval rule says which operations need other users first.
            </Empty>
          }
        />
      </Section>
    </Page>
  );
}

const columns: readonly Column<ShownApproval>[] = [
  { header: "Operation", phone: "title", cell: ({ approval }) => operationWords(approval.operation) },
  {
    header: "Amount",
    phone: "value",
    align: "right",
    cell: ({ approval: { dollars } }) => (dollars === null ? "–" : <Amount value={dollars} asset="USD" />),
  },
  {
    header: "To",
    cell: (shown) => (
      <Text span inherit style={{ overflowWrap: "anywhere" }}>
        {recipientWords(shown) ?? "–"}
      </Text>
    ),
  },
  { header: "Status", phone: "detail", cell: ({ approval }) => <StatusBadge status={approval.status} /> },
  { header: "Requested by", cell: (shown) => partyWords(shown, shown.approval.requested_by) },
  {
    header: "Approved by",
    cell: ({ approval }) => approval.history.filter(({ kind }) => kind === "approve").length,
  },
  { header: "Network", cell: ({ network }) => <StatusBadge status={network} tone="neutral" /> },
  {
    header: "Requested",
    sort: "created_at",
    phone: "end",
    cell: ({ approval }) => <ListTime at={approval.created_at} />,
  },
  { header: "Expires", cell: ({ approval }) => <ListTime at={approval.expires_at} /> },
];
