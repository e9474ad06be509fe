import { Group, NativeSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../api/client.ts";
import { ChartSection } from "../../kit/chart-section.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { NetworkSelect } from "../../kit/list/filter-fields.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { useListTotals } from "../../kit/list/use-list-totals.ts";
import { Page } from "../../kit/page.tsx";
import { PeriodPicker } from "../../kit/period-picker.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { networks } from "../../workspace/network.ts";
import { StageBadge } from "./stage-badge.tsx";

type Queued = ResponseBody<"/console/api/reviews">["reviews"][number];

const stages = ["screening", "deciding", "documents_required", "in_review"] as const;

/** Accounts that need manual review, across all tenants. */
export function ReviewsPage() {
  const [filters, setFilters] = useUrlFilters({ network: "", stage: "" });
  const { query: place, filter: range, order, pagingOf } = useListPlace("created_at");
  const network = networks.find((known) => known === filters.network);
  const stage = stages.find((known) => known === filters.stage);
  const query = { ...place, network, stage };
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["reviews", query],
    queryFn: ({ signal }) => get("/console/api/reviews", { params: { query }, signal }),
    ...useLive(),
  });
  const totals = useListTotals("/console/api/reviews", { network, stage, ...range });
  return (
    <Page title="Reviews" description="Accounts that need manual review, across all tenants.">
      <Section
        title={stage === undefined ? "Needs review" : "By review state"}
        flush
        actions={<QueueFilters filters={filters} onChange={setFilters} />}
      >
        <ListTable
          name="reviews"
          noun={["review", "reviews"]}
          {...totals}
          order={order}
          label="Reviews"
          columns={columns}
          rows={data?.reviews}
          rowKey={({ account_id }) => account_id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ account_id }) => `/ops/reviews/${account_id}`}
          paging={pagingOf(data?.pagination)}
          empty={
            <Empty title="No pending reviews">
              Accounts appear here after a potential sanctions match, when the provider refers them to manual
              review, and always on mainnet.
            </Empty>
          }
        />
      </Section>
      <PeriodPicker />
      <ChartSection
        title="Age of reviews"
        description="By the day since when they wait. The first bar includes older ones."
        kind="bars"
        path="/console/api/charts/review-age"
      />
    </Page>
  );
}

interface Filters {
  readonly network: string;
  readonly stage: string;
}

interface QueueFiltersProps {
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
}

function QueueFilters({ filters, onChange }: QueueFiltersProps) {
  return (
    <Group gap="xs" align="flex-end">
      <NetworkSelect value={filters.network} onChange={(network) => onChange({ network })} />
      <NativeSelect
        label="Review state"
        size="xs"
        value={filters.stage}
        onChange={(event) => onChange({ stage: event.currentTarget.value })}
        data={[
          { value: "", label: "Needs review" },
          ...stages.map((value) => ({ value, label: statusWords(value) })),
        ]}
      />
    </Group>
  );
}

const columns: readonly Column<Queued>[] = [
  {
    header: "Account",
    phone: "title",
    cell: ({ name }) => (
      <Text size="sm" fw={500}>
        {name}
      </Text>
    ),
  },
  { header: "Managed by", cell: ({ tenant_name }) => tenant_name },
  { header: "Network", cell: ({ network }) => <StatusBadge status={network} tone="neutral" /> },
  {
    header: "Review state",
    phone: "detail",
    cell: (review) => <StageBadge stage={review.stage} hasOpenHit={review.has_open_hit} />,
  },
  { header: "Hits", cell: ({ hits }) => hits, align: "right" },
  { header: "Flags", cell: ({ flags }) => flags, align: "right" },
  {
    header: "Waiting since",
    sort: "created_at",
    phone: "end",
    cell: ({ waiting_since, stage_since }) => <ListTime at={waiting_since ?? stage_since} />,
  },
];
