import { Button, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { get, type ResponseBody } from "../../api/client.ts";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { useListTotals } from "../../kit/list/use-list-totals.ts";
import { Page } from "../../kit/page.tsx";
import { SearchField } from "../../kit/search-field.tsx";
import { Section } from "../../kit/section.tsx";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useCan } from "../../session/use-me.ts";

type Tenant = ResponseBody<"/console/api/tenants">["tenants"][number];

/** Tenants: the customers of the operator. */
export function TenantsPage() {
  const [filters, setFilters] = useUrlFilters({ search: "" });
  const { query, filter: range, order, pagingOf } = useListPlace();
  const search = filters.search === "" ? undefined : filters.search;
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["tenants", { search, ...query }],
    queryFn: ({ signal }) => get("/console/api/tenants", { params: { query: { search, ...query } }, signal }),
    placeholderData: keepPreviousData,
  });
  const totals = useListTotals("/console/api/tenants", { search, ...range });
  return (
    <Page
      title="Tenants"
      description="Managing accounts of the operator's customers."
      actions={<NewTenantButton />}
    >
      <Section
        title="All tenants"
        flush
        actions={
          <SearchField
            label="Name or ID"
            value={filters.search}
            onSearch={(value) => setFilters({ search: value })}
          />
        }
      >
        <ListTable
          name="tenants"
          noun={["tenant", "tenants"]}
          {...totals}
          order={order}
          label="Tenants"
          columns={columns}
          rows={data?.tenants}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ id }) => `/ops/tenants/${id}`}
          paging={pagingOf(data?.pagination)}
          empty={
            search === undefined ? (
              <Empty title="No tenants yet" curl="florin admin accounts create --name 'Acme Treasury'">
                A tenant is a customer of the operator, with its own applications and managed accounts.
              </Empty>
            ) : (
              <Empty title="No tenants match this search">
                Search by part of the name, or by the start of the ID.
              </Empty>
            )
          }
        />
      </Section>
    </Page>
  );
}

function NewTenantButton() {
  const icon = <Plus size={16} aria-hidden />;
  if (!useCan("tenants.write")) {
    return (
      <Button disabled title="Your role can't create tenants" leftSection={icon}>
        New tenant
      </Button>
    );
  }
  return (
    <Button component={ConsoleLink} to="/ops/tenants/new" leftSection={icon}>
      New tenant
    </Button>
  );
}

const columns: readonly Column<Tenant>[] = [
  {
    header: "Name",
    phone: "title",
    cell: ({ name, business_name }) => (
      <>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        {business_name === null || business_name === name ? null : (
          <Text size="xs" c="dimmed">
            {business_name}
          </Text>
        )}
      </>
    ),
  },
  {
    header: "Type",
    phone: "detail",
    cell: ({ self_attested }) => (self_attested ? "Self-attested" : "Standard"),
  },
  { header: "Testnet", cell: ({ testnet }) => <Counts counts={testnet} /> },
  { header: "Mainnet", cell: ({ mainnet }) => <Counts counts={mainnet} /> },
  { header: "ID", cell: ({ id }) => <CopyId id={id} of="tenant" /> },
  { header: "Created", sort: "created_at", phone: "end", cell: ({ created }) => <ListTime at={created} /> },
];

function Counts({ counts }: { readonly counts: Tenant["testnet"] }) {
  const { managed_accounts, pending_accounts, applications } = counts;
  return (
    <Text size="sm" component="div">
      {counted(managed_accounts, "account")}
      {pending_accounts === 0 ? "" : ` (${pending_accounts} under review)`}
      <Text size="xs" c="dimmed">
        {counted(applications, "application")}
      </Text>
    </Text>
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
