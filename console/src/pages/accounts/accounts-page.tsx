import { Button, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { CopyId } from "../../kit/copy-id.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { ListTime } from "../../kit/list/list-time.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { useListTotals, workspaceAddress } from "../../kit/list/use-list-totals.ts";
import { Page } from "../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../kit/page-link.tsx";
import { SearchField } from "../../kit/search-field.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useMe } from "../../session/use-me.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { accountSearchQuery, accountStatuses, type FoundAccount } from "./account.ts";
import { exampleAccount } from "./example-account.ts";

/** Accounts of the workspace: its own and the ones it manages. */
export function AccountsPage() {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const isOperator = useMe().operator_role !== null;
  const [filters, setFilters] = useUrlFilters({ search: "", status: "" });
  const { query, filter: range, order, pagingOf } = useListPlace();
  const status = accountStatuses.find((known) => known === filters.status);
  const search = filters.search === "" ? undefined : filters.search;
  const { data, error, isLoading, refetch } = useQuery({
    ...accountSearchQuery(workspace, { search, status, ...query }),
    placeholderData: keepPreviousData,
    ...useLive(),
  });
  const totals = useListTotals(`${workspaceAddress(workspace.params)}/account-records`, {
    search,
    status,
    ...range,
  });
  return (
    <Page title="Accounts" description={<Description />} actions={<NewAccountButton />}>
      <Section
        title="All accounts"
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
          name="accounts"
          noun={["account", "accounts"]}
          {...totals}
          order={order}
          status={{
            statuses: accountStatuses,
            value: filters.status,
            onChange: (value) => setFilters({ status: value }),
          }}
          label="Accounts"
          columns={isOperator ? [...columns, reviewColumn] : columns}
          rows={data?.accounts}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ id }) => link("accounts", id)}
          paging={pagingOf(data?.pagination)}
          empty={<NoAccounts isFiltered={search !== undefined || status !== undefined} />}
        />
      </Section>
    </Page>
  );
}

function Description() {
  const { tenantId } = useWorkspace();
  const link = useWorkspaceLink();
  return (
    <>
      Businesses that you manage, and <PageLink to={link("accounts", tenantId)}>your own account</PageLink>.
    </>
  );
}

function NoAccounts({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="No accounts match these filters">
        Try another part of the name, or the first characters of the ID.
      </Empty>
    );
  }
  return (
    <Empty
      title="No accounts yet"
      curl={{ method: "POST", path: "/accounts", body: exampleAccount, idempotent: true }}
    >
      Create an account for each business that you manage. New accounts start in review.
    </Empty>
  );
}

function NewAccountButton() {
  const { can } = useWorkspace();
  const link = useWorkspaceLink();
  const icon = <Plus size={16} aria-hidden />;
  if (!can("accounts:write")) {
    return (
      <Button disabled title="Your role can't create accounts" leftSection={icon}>
        New account
      </Button>
    );
  }
  return (
    <Button component={ConsoleLink} to={link("accounts", "new")} leftSection={icon}>
      New account
    </Button>
  );
}

const columns: readonly Column<FoundAccount>[] = [
  {
    header: "Name",
    phone: "title",
    cell: ({ name, business_name, kind }) => (
      <>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        {kind === "managing" ? (
          <Text size="xs" c="dimmed">
            Your own account
          </Text>
        ) : business_name === null || business_name === name ? null : (
          <Text size="xs" c="dimmed">
            {business_name}
          </Text>
        )}
      </>
    ),
  },
  { header: "Status", phone: "value", cell: ({ status }) => <StatusBadge status={status} /> },
  { header: "ID", cell: ({ id }) => <CopyId id={id} of="account" /> },
  { header: "Created", sort: "created_at", phone: "end", cell: ({ created }) => <ListTime at={created} /> },
];

/** Review state, shown to operators only. */
const reviewColumn: Column<FoundAccount> = {
  header: "Review",
  cell: ({ stage, status }) => (stage === null || stage === status ? "–" : statusWords(stage)),
};
