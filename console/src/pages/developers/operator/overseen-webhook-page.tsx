import { Group, Select, Skeleton, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ResponseBody } from "../../../api/client.ts";
import { send } from "../../../api/client.ts";
import { ConfirmButton } from "../../../kit/confirm-button.tsx";
import { CopyId } from "../../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { ErrorNotice } from "../../../kit/error-notice.tsx";
import { Facts } from "../../../kit/facts.tsx";
import { maxLengths } from "../../../kit/generated/max-lengths.ts";
import { Page } from "../../../kit/page.tsx";
import { PageLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { toastSuccess } from "../../../kit/toast.ts";
import { useLive } from "../../../kit/use-live.ts";
import { usePageParam } from "../../../kit/use-page-param.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { When } from "../../../kit/when.tsx";
import { useCan } from "../../../session/use-me.ts";
import { workspacePath } from "../../../workspace/workspace-path.ts";
import { DeliveryStatus } from "../webhooks/delivery-status.tsx";
import { WebhookHealth } from "../webhooks/webhook-health.tsx";
import { deliveryStatuses } from "../webhooks/webhook-queries.ts";
import { type OverseenDelivery, overseenDeliveriesQuery, overseenOneQuery } from "./overseen-queries.ts";

type WholeWebhook = ResponseBody<"/console/api/webhooks/{subscription_id}">;

export function OverseenWebhookPage() {
  const id = usePageParam("subscriptionId");
  const { data, error, refetch } = useQuery({ ...overseenOneQuery(id), ...useLive() });
  const back = <PageLink to="/ops/webhooks">Webhooks of all tenants</PageLink>;
  if (data === undefined) {
    return (
      <Page title="Webhook" back={back}>
        {error === null ? <Skeleton h={240} /> : <ErrorNotice error={error} onRetry={refetch} />}
      </Page>
    );
  }
  return (
    <Page
      title={data.url_host}
      description="A webhook subscription of a tenant."
      back={back}
      actions={<SwitchButton webhook={data} />}
    >
      <Overview webhook={data} />
      <Deliveries id={id} />
    </Page>
  );
}

function SwitchButton({ webhook: { id, status, url_host } }: { readonly webhook: WholeWebhook }) {
  const queryClient = useQueryClient();
  const mayDecide = useCan("webhooks.decide");
  if (status === "archived") return null;
  const disabledReason = mayDecide ? undefined : "Your role can't enable or disable webhooks";
  const params = { path: { subscription_id: id } };
  const disable = async (reason: string) => {
    await send("post", "/console/api/webhooks/{subscription_id}/disable", { params, body: { reason } });
    toastSuccess("Webhook disabled.");
    await queryClient.invalidateQueries({ queryKey: ["overseen-webhooks"] });
  };
  const enable = async () => {
    await send("post", "/console/api/webhooks/{subscription_id}/enable", { params });
    toastSuccess("Webhook enabled.");
    await queryClient.invalidateQueries({ queryKey: ["overseen-webhooks"] });
  };
  return status === "active" ? (
    <ConfirmButton
      key="disable"
      label="Disable"
      title={`Disable the webhook to ${url_host}?`}
      danger
      reasonLength={maxLengths.disableWebhook.reason}
      disabledReason={disabledReason}
      explain="No events are sent until it is enabled again. The tenant sees that it was disabled and can replay missed events."
      onConfirm={disable}
    />
  ) : (
    <ConfirmButton
      key="enable"
      label="Enable"
      title={`Enable the webhook to ${url_host}?`}
      disabledReason={disabledReason}
      explain="Deliveries resume, and its failure history is reset."
      onConfirm={enable}
    />
  );
}

function Overview({ webhook }: { readonly webhook: WholeWebhook }) {
  return (
    <Section title="Overview">
      <Facts
        items={[
          [
            "Health",
            <WebhookHealth
              key="health"
              status={webhook.status}
              disabledReason={webhook.disabled_reason}
              failingSince={webhook.failing_since}
            />,
          ],
          ["Consecutive failures", webhook.failures_in_a_row],
          ["Queued deliveries", webhook.waiting],
          [
            "Oldest queued",
            webhook.oldest_waiting === null ? null : <When key="o" at={webhook.oldest_waiting} />,
          ],
          ["Next attempt", webhook.next_due === null ? null : <When key="due" at={webhook.next_due} />],
          ["Paused until", webhook.paused_until === null ? null : <When key="p" at={webhook.paused_until} />],
          ["Tenant", <CopyId key="tenant" id={webhook.tenant_id} of="tenant" />],
          ["Account", <CopyId key="account" id={webhook.account_id} of="account" />],
          ["Network", webhook.network],
          [
            "Workspace",
            <PageLink key="workspace" to={pathOf(webhook)}>
              Open
            </PageLink>,
          ],
          ["Events", <code key="events">{webhook.events.join(", ")}</code>],
          ["ID", <CopyId key="id" id={webhook.id} of="subscription" />],
          ["Created", <When key="created" at={webhook.created} />],
        ]}
      />
    </Section>
  );
}

function pathOf({ tenant_id, network, account_id, id }: WholeWebhook): string {
  return workspacePath(tenant_id, network, "webhooks", account_id, id);
}

function Deliveries({ id }: { readonly id: string }) {
  const [filters, setFilters] = useUrlFilters({ status: "" });
  const { data, error, isLoading, refetch } = useQuery({
    ...overseenDeliveriesQuery(id, filters.status),
    ...useLive(),
  });
  return (
    <Section title="Recent deliveries" description="Response bodies are visible only to the tenant." flush>
      <Group px="md" pb="sm" align="flex-end">
        <Select
          label="Status"
          data={[{ value: "", label: "All" }, ...deliveryStatuses.map((value) => ({ value, label: value }))]}
          value={filters.status}
          onChange={(status) => setFilters({ status: status ?? "" })}
          allowDeselect={false}
          w={160}
        />
      </Group>
      <DataTable
        label="Recent deliveries"
        columns={columns}
        rows={data?.deliveries}
        rowKey={(delivery) => delivery.id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        empty={<Empty title="No deliveries" />}
      />
    </Section>
  );
}

const columns: readonly Column<OverseenDelivery>[] = [
  {
    header: "Event",
    cell: ({ event_type }) => (
      <Text size="sm" ff="monospace" component="span">
        {event_type}
      </Text>
    ),
  },
  { header: "Attempt", cell: ({ attempt_number }) => attempt_number, align: "right" },
  {
    header: "Status",
    cell: ({ status, next_attempt }) => (
      <DeliveryStatus delivery={{ status, next_attempt_at: next_attempt }} />
    ),
  },
  { header: "Response", cell: ({ status_code, failure_message }) => failure_message ?? status_code ?? "–" },
  { header: "Created", cell: ({ created }) => <When at={created} /> },
];
