import { Box, Button, Group, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { AccountPicker } from "../../../kit/account-picker.tsx";
import { ConsoleLink } from "../../../kit/console-link.tsx";
import type { Column } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { ListTable } from "../../../kit/list/list-table.tsx";
import { Page } from "../../../kit/page.tsx";
import { useWorkspaceLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { useLive } from "../../../kit/use-live.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useUrlPaging } from "../../../kit/use-url-paging.ts";
import { When } from "../../../kit/when.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { DeliveryCharts, useSuccessPercents } from "./delivery-charts.tsx";
import { WebhookHealth } from "./webhook-health.tsx";
import { type Subscription, subscriptionsQuery } from "./webhook-queries.ts";

export function WebhooksPage() {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const [filters, setFilters] = useUrlFilters({ account: workspace.tenantId, status: "" });
  const { query, pagingOf } = useUrlPaging();
  const percents = useSuccessPercents();
  const subscriptionFilter = { accountId: filters.account, status: filters.status };
  const { data, error, isLoading, refetch } = useQuery({
    ...subscriptionsQuery(workspace, subscriptionFilter, query),
    ...useLive(),
  });
  return (
    <Page
      title="Webhooks"
      description="Receive events at your endpoint as they occur. Deliveries are signed and retried until they succeed."
      actions={<NewButton accountId={filters.account} />}
    >
      <Section title="Subscriptions" flush>
        <Group px="md" pb="sm" align="flex-end">
          <Box w={280} maw="100%">
            <AccountPicker
              label="Account"
              value={filters.account}
              onChange={(account) => setFilters({ account })}
            />
          </Box>
          <Select
            label="Status"
            data={statuses}
            value={filters.status}
            onChange={(status) => setFilters({ status: status ?? "" })}
            allowDeselect={false}
            w={160}
          />
        </Group>
        <ListTable
          name="webhooks"
          hasFilters
          label="Webhook subscriptions"
          columns={columnsWith(percents)}
          rows={data?.subscriptions}
          rowKey={({ id }) => id}
          rowLink={({ id }) => link("webhooks", filters.account, id)}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          paging={pagingOf(data?.pagination)}
          empty={<NoWebhooks accountId={filters.account} />}
        />
      </Section>
      <DeliveryCharts />
    </Page>
  );
}

const statuses = [
  { value: "", label: "All" },
  { value: "active", label: "Active" },
  { value: "disabled", label: "Disabled" },
  { value: "archived", label: "Archived" },
];

const columnsWith = (percents: ReadonlyMap<string, string>): readonly Column<Subscription>[] => [
  {
    header: "Endpoint",
    phone: "title",
    cell: ({ url, description }) => (
      <div>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {url}
        </Text>
        {description === null ? null : (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
      </div>
    ),
  },
  { header: "Events", cell: ({ events }) => <Events events={events} /> },
  {
    header: "Health",
    phone: "detail",
    cell: ({ id, status, disabled_reason, failing_since }) => (
      <WebhookHealth
        status={status}
        disabledReason={disabled_reason}
        failingSince={failing_since}
        successPercent={percents.get(id)}
      />
    ),
  },
  { header: "Created", phone: "end", cell: ({ created_at }) => <When at={created_at} /> },
];

const shownEvents = 3;

function Events({ events }: Pick<Subscription, "events">) {
  const remaining = events.length - shownEvents;
  return (
    <Text size="sm" ff="monospace" component="span">
      {events.slice(0, shownEvents).join(", ")}
      {remaining > 0 ? ` and ${remaining} more` : ""}
    </Text>
  );
}

function NewButton({ accountId }: { readonly accountId: string }) {
  const { can } = useWorkspace();
  const link = useWorkspaceLink();
  const icon = <Plus size={16} aria-hidden />;
  if (!can("webhooks:write")) {
    return (
      <Button leftSection={icon} disabled title="Your role can't create webhooks">
        New webhook
      </Button>
    );
  }
  return (
    <Button
      leftSection={icon}
      component={ConsoleLink}
      to={`${link("webhooks", "new")}?account=${encodeURIComponent(accountId)}`}
    >
      New webhook
    </Button>
  );
}

function NoWebhooks({ accountId }: { readonly accountId: string }) {
  return (
    <Empty
      title="No webhooks yet"
      curl={{
        method: "POST",
        path: `/accounts/${accountId}/webhooks`,
        body: { url: "https://example.com/florin", events: ["transfer.*"] },
        idempotent: true,
      }}
    >
      A webhook sends events of the account, and of the accounts that it manages, to your endpoint.
    </Empty>
  );
}
