import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { get } from "../../api/client.ts";
import { AccountPicker } from "../../kit/account-picker.tsx";
import { ConsoleLink } from "../../kit/console-link.tsx";
import { Empty } from "../../kit/empty.tsx";
import { ListTable } from "../../kit/list/list-table.tsx";
import { useListPlace } from "../../kit/list/use-list-place.tsx";
import { useListTotals, workspaceAddress } from "../../kit/list/use-list-totals.ts";
import { Page } from "../../kit/page.tsx";
import { useWorkspaceLink } from "../../kit/page-link.tsx";
import { Section } from "../../kit/section.tsx";
import { useLive } from "../../kit/use-live.ts";
import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { automationStatuses } from "./automation.ts";
import { automationColumns } from "./automation-columns.tsx";

/** Automations of one account. */
export function AutomationsPage() {
  const { params, tenantId, can } = useWorkspace();
  const link = useWorkspaceLink();
  const [filters, setFilters] = useUrlFilters({ account: tenantId, status: "" });
  const { query: place, filter: range, order, pagingOf } = useListPlace();
  const status = automationStatuses.find((known) => known === filters.status);
  const { account } = filters;
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["automations", params, account, status, place],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/automations", {
        params: { path: { ...params, account_id: account }, query: { status, ...place } },
        signal,
      }),
    ...useLive(),
  });
  const totals = useListTotals(addressOf(params, account), { status, ...range });
  return (
    <Page
      title="Automations"
      description="An automation forwards incoming funds to its destination. Each payment or deposit becomes a transfer."
      actions={
        can("automations:write") ? (
          <Button
            component={ConsoleLink}
            to={`${link("automations", "new")}?account=${account}`}
            leftSection={<Plus size={16} aria-hidden />}
          >
            New automation
          </Button>
        ) : undefined
      }
    >
      <AutomationFilters filters={filters} onChange={setFilters} />
      <Section title="All automations" flush>
        <ListTable
          name="automations"
          noun={["automation", "automations"]}
          {...totals}
          order={order}
          status={{
            statuses: automationStatuses,
            value: filters.status,
            onChange: (value) => setFilters({ status: value }),
          }}
          label="Automations"
          columns={automationColumns}
          rows={data?.automations}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          rowLink={({ id }) => link("automations", account, id)}
          paging={pagingOf(data?.pagination)}
          empty={<NoAutomations accountId={account} isFiltered={status !== undefined} />}
        />
      </Section>
    </Page>
  );
}

type Filters = Readonly<Record<"account" | "status", string>>;

function addressOf(params: Parameters<typeof workspaceAddress>[0], account: string): string {
  return `${workspaceAddress(params)}/accounts/${account}/automations`;
}

interface AutomationFiltersProps {
  readonly filters: Filters;
  readonly onChange: (change: Partial<Filters>) => void;
}

function AutomationFilters({ filters, onChange }: AutomationFiltersProps) {
  const { tenantId } = useWorkspace();
  return (
    <Group component="search" aria-label="Automation filters" gap="xs" align="flex-end" mb="md">
      <AccountPicker
        label="Account"
        size="xs"
        value={filters.account}
        onChange={(chosen) => onChange({ account: chosen === "" ? tenantId : chosen })}
      />
    </Group>
  );
}

interface NoAutomationsProps {
  readonly accountId: string;
  readonly isFiltered: boolean;
}

function NoAutomations({ accountId, isFiltered }: NoAutomationsProps) {
  if (isFiltered) return <Empty title="No automations match this filter" />;
  return (
    <Empty
      title="No automations yet"
      curl={{
        method: "POST",
        path: `/accounts/${accountId}/automations`,
        idempotent: true,
        body: {
          name: "Customer payments",
          source: { value_type: "USD" },
          destination: { address_id: "<address>", value_type: "FUSD", transfer_type: "base" },
        },
      }}
    >
      An automation has its own account number or address, and forwards everything it receives.
    </Empty>
  );
}
