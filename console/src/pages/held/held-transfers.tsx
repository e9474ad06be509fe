import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { useListTotals } from "../../kit/list/use-list-totals.ts";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { placeWords } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { releaseWords } from "./dual-approval-notice.tsx";
import { RuleOfTwo } from "./dual-approval-rule.tsx";
import type { HeldTransfer } from "./held.ts";
import { holdWords } from "./held-words.ts";

/** Transfers with a sanctions match, and outflows of accounts that owe. */
export function HeldTransfers() {
  const { query, filter, order, pagingOf } = useListPlace("created_at");
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["held-transfers", query],
    queryFn: ({ signal }) => get("/console/api/held/transfers", { params: { query }, signal }),
    ...useLive(),
  });
  const totals = useListTotals("/console/api/held/transfers", { ...filter });
  return (
    <Section title="Transfers" description={<RuleOfTwo response={data} />} flush>
      <ListTable
        name="held-transfers"
        noun={["transfer", "transfers"]}
        {...totals}
        order={order}
        label="Held transfers"
        columns={columns}
        rows={data?.transfers}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        rowLink={({ id }) => `/ops/held/transfers/${id}`}
        paging={pagingOf(data?.pagination)}
        empty={
          <Empty title="No held transfers">
            A transfer is held when its source or destination may match the sanctions list, or when it takes
            value out of an account that owes. The customer sees it as pending.
          </Empty>
        }
      />
    </Section>
  );
}

const columns: readonly Column<HeldTransfer>[] = [
  {
    header: "Held since",
    sort: "created_at",
    phone: "end",
    cell: ({ created_at }) => <ListTime at={created_at} />,
  },
  {
    header: "Amount",
    phone: "value",
    align: "right",
    cell: ({ amount, currency }) => <Amount value={amount} asset={currency} />,
  },
  { header: "From", cell: ({ source }) => placeWords(source) },
  { header: "To", cell: ({ destination }) => placeWords(destination) },
  { header: "Hold reason", phone: "title", cell: (transfer) => holdWords(transfer) },
  { header: "Tenant", phone: "detail", cell: ({ tenant_name, tenant_id }) => tenant_name ?? tenant_id },
  { header: "Network", cell: ({ network }) => <StatusBadge status={network} tone="neutral" /> },
  { header: "Release", cell: (transfer) => releaseWords(transfer) },
];
