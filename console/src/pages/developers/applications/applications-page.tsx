import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { ConsoleLink } from "../../../kit/console-link.tsx";
import { CopyId } from "../../../kit/copy-id.tsx";
import type { Column } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { ListTable } from "../../../kit/list/list-table.tsx";
import { useListPlace } from "../../../kit/list/use-list-place.tsx";
import { useListTotals, workspaceAddress } from "../../../kit/list/use-list-totals.ts";
import { Page } from "../../../kit/page.tsx";
import { useWorkspaceLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { When } from "../../../kit/when.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { type Application, applicationsQuery } from "./application-queries.ts";

export function ApplicationsPage() {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const [filters, setFilters] = useUrlFilters({ status: "live", account: "" });
  const { query, filter: range, order, pagingOf } = useListPlace();
  const { data, error, isLoading, refetch } = useQuery(applicationsQuery(workspace, filters, query));
  const status = filters.status === "all" ? undefined : filters.status;
  const totals = useListTotals(`${workspaceAddress(workspace.params)}/applications`, {
    status,
    account_id: filters.account === "" ? undefined : filters.account,
    ...range,
  });
  return (
    <Page
      title="Applications"
      description={`API clients of this workspace on ${workspace.network}. Each acts for one account with its granted scopes.`}
      actions={<NewButton />}
    >
      <Section title={filters.status === "live" ? "Active applications" : "Applications"} flush>
        {filters.account === "" ? null : (
          <Group px="md" pb="sm">
            <Button variant="default" onClick={() => setFilters({ account: "" })}>
              Show all accounts
            </Button>
          </Group>
        )}
        <ListTable
          name="applications"
          noun={["application", "applications"]}
          {...totals}
          order={order}
          status={{
            statuses: ["live", "revoked"],
            value: status ?? "",
            onChange: (chosen) => setFilters({ status: chosen === "" ? "all" : chosen }),
          }}
          label="Applications"
          columns={columns}
          rows={data?.applications}
          rowKey={({ client_id }) => client_id}
          rowLink={({ client_id }) => link("applications", client_id)}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          paging={pagingOf(data?.pagination)}
          empty={<Empty title="No applications">An application gives your program access to the API.</Empty>}
        />
      </Section>
    </Page>
  );
}

function NewButton() {
  const { can } = useWorkspace();
  const link = useWorkspaceLink();
  const icon = <Plus size={16} aria-hidden />;
  if (!can("applications.write")) {
    return (
      <Button leftSection={icon} disabled title="Your role can't create applications">
        New application
      </Button>
    );
  }
  return (
    <Button leftSection={icon} component={ConsoleLink} to={link("applications", "new")}>
      New application
    </Button>
  );
}

const columns: readonly Column<Application>[] = [
  {
    header: "Name",
    phone: "title",
    cell: ({ name }) => (
      <Text component="span" fw={500} style={{ overflowWrap: "anywhere" }}>
        {name}
      </Text>
    ),
  },
  { header: "Client ID", cell: ({ client_id }) => <CopyId id={client_id} of="client" /> },
  {
    header: "Account",
    phone: "detail",
    cell: ({ account_name, account_id }) => account_name ?? <CopyId id={account_id} />,
  },
  { header: "Scopes", cell: ({ scopes }) => scopes.length, align: "right" },
  { header: "Status", phone: "value", cell: ({ revoked }) => <StatusBadge {...statusOf(revoked)} /> },
  { header: "Secrets", cell: ({ secrets }) => <Secrets secrets={secrets} /> },
  { header: "Last used", phone: "end", cell: ({ last_used }) => <When at={last_used} /> },
];

function statusOf(revoked: string | null) {
  return revoked === null ? ({ status: "active", tone: "good" } as const) : { status: "revoked" };
}

function Secrets({ secrets }: Pick<Application, "secrets">) {
  const ending = secrets.find(({ ends }) => ends !== null);
  if (ending === undefined) return secrets.length;
  return (
    <span>
      {secrets.length}, one expires <When at={ending.ends} />
    </span>
  );
}
