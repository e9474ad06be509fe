import { Group, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { send } from "../../../api/client.ts";
import type { Column } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { BulkButton } from "../../../kit/list/bulk-button.tsx";
import { ListTable } from "../../../kit/list/list-table.tsx";
import { ListTime } from "../../../kit/list/list-time.tsx";
import { useListPlace } from "../../../kit/list/use-list-place.tsx";
import { useListTotals, workspaceAddress } from "../../../kit/list/use-list-totals.ts";
import { useWorkspaceLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { useLive } from "../../../kit/use-live.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { DeliveryStatus } from "./delivery-status.tsx";
import {
  type Delivery,
  deliveriesQuery,
  deliveryStatuses,
  eventTypesQuery,
  type SubscriptionPlace,
} from "./webhook-queries.ts";

/** Past and scheduled delivery attempts of one subscription. */
export function DeliveriesSection({ place }: { readonly place: SubscriptionPlace }) {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const [filters, setFilters] = useUrlFilters({ status: "", type: "" });
  const { query: page, filter: range, order, pagingOf } = useListPlace();
  const { data, error, isLoading, refetch } = useQuery({
    ...deliveriesQuery(workspace, place, { ...filters, page }),
    ...useLive(),
  });
  const mayResend = workspace.can("webhooks:write");
  const address = `${workspaceAddress(workspace.params)}/accounts/${place.accountId}/webhooks/deliveries`;
  const totals = useListTotals(address, {
    subscription_id: place.subscriptionId,
    status: deliveryStatuses.find((each) => each === filters.status),
    event_type: filters.type === "" ? undefined : filters.type,
    ...range,
  });
  return (
    <Section title="Deliveries" flush>
      <Group px="md" pb="sm" align="flex-end">
        <TypeSelect value={filters.type} onChange={(type) => setFilters({ type })} />
      </Group>
      <ListTable
        name="deliveries"
        noun={["attempt", "attempts"]}
        {...totals}
        order={order}
        status={{
          statuses: deliveryStatuses,
          value: filters.status,
          onChange: (status) => setFilters({ status }),
        }}
        label="Deliveries"
        columns={mayResend ? [...columns, resendColumn(place)] : columns}
        rows={data?.deliveries}
        rowKey={({ id }) => id}
        rowLink={({ id }) => link("webhooks", place.accountId, place.subscriptionId, "deliveries", id)}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        paging={pagingOf(data?.pagination)}
        bulk={
          mayResend
            ? (chosen, onDone) => <ResendButton place={place} deliveries={chosen} onDone={onDone} />
            : undefined
        }
        empty={<Empty title="No deliveries">Each delivery attempt appears here.</Empty>}
      />
    </Section>
  );
}

interface TypeSelectProps {
  readonly value: string;
  readonly onChange: (type: string) => void;
}

function TypeSelect({ value, onChange }: TypeSelectProps) {
  const { data: types = [] } = useQuery(eventTypesQuery(useWorkspace()));
  return (
    <Select
      label="Event type"
      data={[{ value: "", label: "All" }, ...types.map(({ type }) => ({ value: type, label: type }))]}
      value={value}
      onChange={(type) => onChange(type ?? "")}
      allowDeselect={false}
      searchable
      w={260}
      maw="100%"
    />
  );
}

const resendPath =
  "/console/api/workspaces/{tenant_id}/{network}/accounts/{account_id}/webhooks/events/{event_id}/resend";

interface ResendButtonProps {
  readonly place: SubscriptionPlace;
  readonly deliveries: readonly Delivery[];
  readonly onDone: () => void;
}

/** Several attempts of one event are resent once. Test events cannot be resent. */
function ResendButton({ place, deliveries, onDone }: ResendButtonProps) {
  const { params } = useWorkspace();
  const { accountId, subscriptionId } = place;
  return (
    <BulkButton
      label="Resend"
      rows={[
        ...new Set(deliveries.filter(({ reason }) => reason !== "test").map(({ event_id }) => event_id)),
      ]}
      act={(eventId) =>
        send("post", resendPath, {
          params: { path: { ...params, account_id: accountId, event_id: eventId } },
          body: { subscription_id: subscriptionId },
          idempotent: true,
        })
      }
      done={(count) => (count === 1 ? "1 event queued." : `${count} events queued.`)}
      queryKey={["deliveries"]}
      onDone={onDone}
    />
  );
}

/** Failed deliveries are resent from the list. */
function resendColumn(place: SubscriptionPlace): Column<Delivery> {
  return {
    header: "Action",
    cell: (delivery) =>
      delivery.reason !== "test" && unsuccessful.has(delivery.status) ? (
        <ResendButton place={place} deliveries={[delivery]} onDone={() => {}} />
      ) : null,
  };
}

const unsuccessful: ReadonlySet<string> = new Set(["failed", "exhausted"]);

const columns: readonly Column<Delivery>[] = [
  {
    header: "Event",
    phone: "title",
    cell: ({ event_type, reason }) => (
      <div>
        <Text size="sm" ff="monospace">
          {event_type}
        </Text>
        {reason === "event" ? null : (
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        )}
      </div>
    ),
  },
  { header: "Attempt", cell: ({ attempt_number }) => attempt_number, align: "right" },
  { header: "Status", phone: "value", cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  {
    header: "Response",
    phone: "detail",
    cell: ({ status_code, failure_message }) => (
      <Text size="sm" component="span" style={{ overflowWrap: "anywhere" }}>
        {failure_message ?? status_code ?? "–"}
      </Text>
    ),
  },
  {
    header: "Duration",
    cell: ({ duration_ms }) => (duration_ms === null ? "–" : `${duration_ms} ms`),
    align: "right",
  },
  {
    header: "Created",
    sort: "created_at",
    phone: "end",
    cell: ({ inserted_at }) => <ListTime at={inserted_at} />,
  },
];
