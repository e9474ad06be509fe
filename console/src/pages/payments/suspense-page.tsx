import { Group, NativeSelect, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import { ChartSection } from "../../kit/chart-section.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { useListTotals } from "../../kit/list/use-list-totals.ts";
import { networkWords } from "../../kit/network-words.ts";
import { Page } from "../../kit/page.tsx";
import { PeriodPicker } from "../../kit/period-picker.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { paymentTypeLabel } from "../../kit/transfer-type-words.ts";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { When } from "../../kit/when.tsx";
import { networks } from "../../workspace/network.ts";
import { HoldBadge } from "./hold-badge.tsx";

type Suspense = ResponseBody<"/console/api/suspense">;
type Held = Suspense["payments"][number];

const reasons = [
  "unmatched",
  "contradictory",
  "sanctioned_sender",
  "unnamed_sender",
  "amount_mismatch",
  "refused",
  "return_failed",
] as const;

/** Payments in suspense, across all tenants. */
export function SuspensePage() {
  const [filters, setFilters] = useUrlFilters({ network: "", reason: "" });
  const { query: place, filter: range, order, pagingOf } = useListPlace("created_at");
  const query = {
    ...place,
    network: networks.find((known) => known === filters.network),
    reason: reasons.find((known) => known === filters.reason),
  };
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["suspense", query],
    queryFn: ({ signal }) => get("/console/api/suspense", { params: { query }, signal }),
    ...useLive(),
  });
  const totals = useListTotals("/console/api/suspense", {
    network: query.network,
    reason: query.reason,
    ...range,
  });
  return (
    <Page title="Suspense" description="Received payments that need manual review, across all tenants.">
      <Totals totals={data?.totals ?? []} />
      <Section title="Held payments" flush actions={<Filters filters={filters} setFilters={setFilters} />}>
        <ListTable
          name="suspense"
          noun={["payment", "payments"]}
          {...totals}
          order={order}
          status={{
            statuses: reasons,
            value: filters.reason,
            onChange: (reason) => setFilters({ reason }),
          }}
          label="Held payments"
          columns={columns}
          rows={data?.payments}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ id }) => `/ops/suspense/${id}`}
          paging={pagingOf(data?.pagination)}
          empty={
            <Empty title="Suspense is empty">
              Payments are held here when the account number and memo match no owner, when the owner can't
              accept the payment, or when the sender is a potential sanctions match.
            </Empty>
          }
        />
      </Section>
      <PeriodPicker />
      <ChartSection
        title="Age of held payments"
        description="By the day since when they are held. The first bar includes older ones."
        kind="bars"
        path="/console/api/charts/suspense-age"
      />
    </Page>
  );
}

interface FiltersProps {
  readonly filters: Readonly<Record<"network" | "reason", string>>;
  readonly setFilters: (change: Partial<FiltersProps["filters"]>) => void;
}

function Filters({ filters, setFilters }: FiltersProps) {
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label="Network"
        size="xs"
        value={filters.network}
        onChange={(event) => setFilters({ network: event.currentTarget.value })}
        data={[
          { value: "", label: "Both" },
          ...networks.map((value) => ({ value, label: networkWords[value] })),
        ]}
      />
    </Group>
  );
}

function Totals({ totals }: { readonly totals: Suspense["totals"] }) {
  if (totals.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} mb="md">
      {totals.map(({ network, count, amount, oldest_since: since }) => (
        <Section key={network} title={`On ${network}`}>
          <Text size="xl" fw={600}>
            <Amount inline value={amount.value} asset={amount.currency} />
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {count === 1 ? "1 payment" : `${count} payments`}, oldest <When at={since} />
          </Text>
        </Section>
      ))}
    </SimpleGrid>
  );
}

const columns: readonly Column<Held>[] = [
  {
    header: "Reason",
    phone: "title",
    cell: ({ hold }) => (hold === null ? null : <HoldBadge reason={hold.reason} />),
  },
  {
    header: "Account",
    phone: "detail",
    cell: ({ tenant, account }) => (
      <Text size="sm" fw={500}>
        {account?.name ?? tenant?.name ?? "Unassigned"}
      </Text>
    ),
  },
  { header: "Sender", cell: ({ sender }) => sender.name ?? "Not named" },
  { header: "Rail", cell: ({ type }) => paymentTypeLabel(type) },
  { header: "Network", cell: ({ network }) => <StatusBadge status={network} tone="neutral" /> },
  {
    header: "Amount",
    phone: "value",
    align: "right",
    cell: ({ amount }) => <Amount value={amount.value} asset={amount.currency} />,
  },
  {
    header: "Held since",
    sort: "created_at",
    phone: "end",
    cell: ({ hold, return_id: returnId }) =>
      returnId === null ? (
        <ListTime at={hold?.since} />
      ) : (
        <StatusBadge status="return pending" tone="moving" />
      ),
  },
];
