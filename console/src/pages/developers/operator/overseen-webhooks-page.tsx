import { Group, Select, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CopyId } from "../../../kit/copy-id.tsx";
import type { Column } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { ListTable } from "../../../kit/list/list-table.tsx";
import { networkWords } from "../../../kit/network-words.ts";
import { Page } from "../../../kit/page.tsx";
import { Section } from "../../../kit/section.tsx";
import { useLive } from "../../../kit/use-live.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { When } from "../../../kit/when.tsx";
import { WebhookHealth } from "../webhooks/webhook-health.tsx";
import { type OverseenWebhook, overseenQuery } from "./overseen-queries.ts";

const everyMs = 10_000;

/** Webhook endpoints of all tenants; shows failing ones by default. */
export function OverseenWebhooksPage() {
  const [filters, setFilters] = useUrlFilters({ status: "failing", tenant: "" });
  const { data, error, isLoading, refetch } = useQuery({ ...overseenQuery(filters), ...useLive(everyMs) });
  return (
    <Page
      title="Webhooks of all tenants"
      description="Endpoints that receive events. Only the host of each URL is shown, because paths and queries can contain secrets."
    >
      <Section title={filters.status === "failing" ? "Failing subscriptions" : "Subscriptions"} flush>
        <Group px="md" pb="sm" align="flex-end">
          <Select
            label="Status"
            data={shown}
            value={filters.status}
            onChange={(status) => setFilters({ status: status ?? "failing" })}
            allowDeselect={false}
            w={160}
          />
          <TextInput
            label="Tenant ID"
            value={filters.tenant}
            onChange={(event) => setFilters({ tenant: event.currentTarget.value.trim() })}
            w={280}
            maw="100%"
          />
        </Group>
        <ListTable
          name="platform-webhooks"
          hasFilters
          label="Webhook subscriptions of all tenants"
          columns={columns}
          rows={data?.webhooks}
          rowKey={({ id }) => id}
          rowLink={({ id }) => `/ops/webhooks/${id}`}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          empty={<Empty title={filters.status === "failing" ? "No failing endpoints" : "No webhooks"} />}
        />
        {data?.is_complete === false ? (
          <Text size="sm" c="dimmed" p="md">
            Not all webhooks are shown. Filter by tenant to see more.
          </Text>
        ) : null}
      </Section>
    </Page>
  );
}

const shown = [
  { value: "failing", label: "Failing" },
  { value: "active", label: "Active" },
  { value: "disabled", label: "Disabled" },
  { value: "archived", label: "Archived" },
  { value: "all", label: "All" },
];

const columns: readonly Column<OverseenWebhook>[] = [
  {
    header: "Host",
    cell: ({ url_host }) => (
      <Text size="sm" component="span" style={{ overflowWrap: "anywhere" }}>
        {url_host}
      </Text>
    ),
  },
  { header: "Tenant", cell: ({ tenant_id }) => <CopyId id={tenant_id} of="tenant" /> },
  { header: "Network", cell: ({ network }) => networkWords[network] },
  {
    header: "Health",
    cell: ({ status, disabled_reason, failing_since }) => (
      <WebhookHealth status={status} disabledReason={disabled_reason} failingSince={failing_since} />
    ),
  },
  { header: "Next attempt", cell: ({ paused_until }) => <When at={paused_until} /> },
];
