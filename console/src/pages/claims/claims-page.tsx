import { Paper, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { Amount } from "../../kit/amount.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { NetworkSelect } from "../../kit/list/filter-fields.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { useListTotals } from "../../kit/list/use-list-totals.ts";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { networks } from "../../workspace/network.ts";
import { ageWords, type ClaimList, type ShownClaim } from "./claim.ts";

/** Open claims of all tenants, with their ageing. */
export function ClaimsPage() {
  const [filters, setFilters] = useUrlFilters({ network: "" });
  const { query: place, filter: range, order, pagingOf } = useListPlace("created_at");
  const network = networks.find((known) => known === filters.network);
  const query = { ...place, network };
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["claims", query],
    queryFn: ({ signal }) => get("/console/api/claims", { params: { query }, signal }),
    ...useLive(),
  });
  const totals = useListTotals("/console/api/claims", { network, ...range });
  return (
    <Page
      title="Claims"
      description="What accounts owe because an ACH debit was returned after its tokens were delivered."
    >
      {data === undefined ? null : <Ageing ageing={data.ageing} />}
      <Section
        title="Open claims"
        flush
        actions={
          <NetworkSelect value={filters.network} onChange={(value) => setFilters({ network: value })} />
        }
      >
        <ListTable
          name="claims"
          noun={["claim", "claims"]}
          {...totals}
          order={order}
          label="Open claims"
          columns={columns}
          rows={data?.claims}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ id }) => `/ops/claims/${id}`}
          paging={pagingOf(data?.pagination)}
          empty={<Empty title="No open claims">No account owes for a returned debit.</Empty>}
        />
      </Section>
    </Page>
  );
}

function Ageing({ ageing }: { readonly ageing: ClaimList["ageing"] }) {
  return networks
    .filter((network) => ageing.some((each) => each.network === network))
    .map((network) => (
      <Section key={network} title={`On ${network}`}>
        <Ages ages={ageing.filter((each) => each.network === network)} />
      </Section>
    ));
}

function Ages({ ages }: { readonly ages: ClaimList["ageing"] }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {ages.map(({ network, age, count, remaining }) => (
        <Paper key={age} withBorder p="md" component="section" aria-label={`${ageWords(age)} on ${network}`}>
          <Text size="xs" c="dimmed">
            {ageWords(age)}
          </Text>
          <Text fw={600} component="div">
            <Amount value={remaining} asset="USD" inline />
          </Text>
          <Text size="xs" c="dimmed">
            {count === 1 ? "1 claim" : `${count} claims`}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

const columns: readonly Column<ShownClaim>[] = [
  {
    header: "Opened",
    sort: "created_at",
    phone: "end",
    cell: ({ opened_at }) => <ListTime at={opened_at} />,
  },
  { header: "Age", cell: ({ age }) => ageWords(age) },
  {
    header: "Remaining",
    phone: "value",
    align: "right",
    cell: ({ remaining }) => <Amount value={remaining} asset="USD" />,
  },
  { header: "Amount", align: "right", cell: ({ amount }) => <Amount value={amount} asset="USD" /> },
  { header: "Return code", phone: "title", cell: ({ return_code }) => return_code },
  { header: "Account", phone: "detail", cell: ({ account_name, account_id }) => account_name ?? account_id },
  { header: "Tenant", cell: ({ tenant_name, tenant_id }) => tenant_name ?? tenant_id },
  { header: "Network", cell: ({ network }) => <StatusBadge status={network} tone="neutral" /> },
];
