import { Box, Button, Drawer, Group, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { get } from "../../../api/client.ts";
import { AccountPicker } from "../../../kit/account-picker.tsx";
import { CopyId } from "../../../kit/copy-id.tsx";
import type { Column } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { JsonView } from "../../../kit/json-view.tsx";
import { ListTable } from "../../../kit/list/list-table.tsx";
import { ListTime } from "../../../kit/list/list-time.tsx";
import { useListPlace } from "../../../kit/list/use-list-place.tsx";
import { useListTotals, workspaceAddress } from "../../../kit/list/use-list-totals.ts";
import { Page } from "../../../kit/page.tsx";
import { PageLink, useWorkspaceLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useUrlPaging } from "../../../kit/use-url-paging.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { ObjectLink } from "../object-link.tsx";
import { objectOfEvent } from "../object-page.ts";
import { eventChoices } from "../webhooks/event-choice.ts";
import { eventTypesQuery } from "../webhooks/webhook-queries.ts";
import { eventOrder, eventsQuery } from "./event-queries.ts";
import { eventSummary } from "./event-summary.ts";
import { type LiveEvent, merge } from "./live-events.ts";
import { StreamControls } from "./stream-controls.tsx";
import { useEventStream } from "./use-event-stream.ts";

/** Event log with live updates. */
export function EventsPage() {
  const workspace = useWorkspace();
  const [filters, setFilters] = useUrlFilters({ account: workspace.tenantId, type: "" });
  const { query: page, filter: range, order, pagingOf } = useListPlace();
  const [opened, setOpened] = useState<LiveEvent>();
  const names = useAccountNames();
  const { data: types = [] } = useQuery(eventTypesQuery(workspace));
  const eventFilter = { accountId: filters.account, type: filters.type };
  const { data, error, isLoading, refetch } = useQuery(eventsQuery(workspace, { ...eventFilter, page }));
  const isNewestPage = Object.values(page).every((value) => value === undefined);
  const stream = useEventStream(workspace, {
    ...eventFilter,
    types: types.map(({ type }) => type),
    isEnabled: isNewestPage,
    onOpen: () => void refetch(),
  });
  // Oldest first, the log always has a next cursor, for the events to come.
  const pagination = data && {
    ...data.pagination,
    next: data.pagination.has_more ? data.pagination.next : null,
  };
  const rows = data === undefined ? undefined : isNewestPage ? merge(stream.shown, data.events) : data.events;
  const address = `${workspaceAddress(workspace.params)}/accounts/${filters.account}/events`;
  const totals = useListTotals(address, {
    include_managed: filters.account === workspace.tenantId ? "true" : undefined,
    type: filters.type === "" ? undefined : filters.type,
    ...eventOrder(range),
  });
  return (
    <Page
      title="Events"
      description={<Description />}
      actions={isNewestPage ? <StreamControls stream={stream} /> : <NewestButton />}
    >
      <Section title="Event log" flush>
        <EventFilters filters={filters} types={types} onChange={setFilters} />
        <ListTable
          name="events"
          noun={["event", "events"]}
          {...totals}
          order={order}
          label="Events"
          columns={columnsWith(names)}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={setOpened}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          paging={pagingOf(pagination)}
          empty={<NoEvents accountId={filters.account} />}
        />
      </Section>
      <EventDrawer event={opened} onClose={() => setOpened(undefined)} />
    </Page>
  );
}

interface EventFiltersProps {
  readonly filters: { readonly account: string; readonly type: string };
  readonly types: Parameters<typeof eventChoices>[0];
  readonly onChange: (change: { readonly account?: string; readonly type?: string }) => void;
}

function EventFilters({ filters, types, onChange }: EventFiltersProps) {
  return (
    <Group px="md" pb="sm" align="flex-end">
      <Box w={280} maw="100%">
        <AccountPicker
          label="Account"
          value={filters.account}
          onChange={(account) => onChange({ account })}
        />
      </Box>
      <Select
        label="Type"
        data={[{ group: "", items: [{ value: "", label: "All types" }] }, ...eventChoices(types)]}
        value={filters.type}
        onChange={(type) => onChange({ type: type ?? "" })}
        allowDeselect={false}
        searchable
        w={280}
        maw="100%"
      />
    </Group>
  );
}

function Description() {
  const link = useWorkspaceLink();
  const { can } = useWorkspace();
  return (
    <>
      All events. Webhooks deliver the same events.{" "}
      {can("webhooks:read") ? <PageLink to={link("event-catalog")}>Event catalog</PageLink> : null}
    </>
  );
}

const columnsWith = (names: ReadonlyMap<string, string>): readonly Column<LiveEvent>[] => [
  {
    header: "Type",
    phone: "title",
    cell: ({ type }) => (
      <Text size="sm" ff="monospace" component="span" style={{ overflowWrap: "anywhere" }}>
        {type}
      </Text>
    ),
  },
  { header: "Summary", phone: "value", cell: ({ data }) => eventSummary(data) },
  {
    header: "Account",
    phone: "detail",
    cell: ({ account_id: id }) => names.get(id) ?? <CopyId id={id} of="account" />,
  },
  { header: "Sequence", isOptional: true, cell: ({ sequence }) => sequence, align: "right" },
  { header: "Event", cell: ({ id }) => <CopyId id={id} of="event" /> },
  { header: "Created", sort: "created_at", phone: "end", cell: ({ created }) => <ListTime at={created} /> },
];

function NewestButton() {
  const { query } = useUrlPaging();
  const link = useWorkspaceLink();
  return query["page[after]"] === undefined && query["page[before]"] === undefined ? null : (
    <PageLink to={link("events")}>Newest events</PageLink>
  );
}

function NoEvents({ accountId }: { readonly accountId: string }) {
  return (
    <Empty title="No events yet" curl={{ path: `/accounts/${accountId}/events` }}>
      Every change to an account, transfer or payment creates an event. Events are never deleted.
    </Empty>
  );
}

const namesAtOnce = 100;

/** Names of the latest accounts. */
function useAccountNames(): ReadonlyMap<string, string> {
  const { params, can } = useWorkspace();
  const { data } = useQuery({
    queryKey: ["account-options", params, "names"],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/account-records", {
        params: { path: params, query: { "page[size]": namesAtOnce } },
        signal,
      }),
    enabled: can("accounts:read"),
    staleTime: 60_000,
  });
  return new Map((data?.accounts ?? []).map(({ id, name }) => [id, name]));
}

interface EventDrawerProps {
  readonly event: LiveEvent | undefined;
  readonly onClose: () => void;
}

function EventDrawer({ event, onClose }: EventDrawerProps) {
  const link = useWorkspaceLink();
  const object = event === undefined ? undefined : objectOfEvent(event.type, event.data);
  return (
    <Drawer
      opened={event !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={event?.type ?? "Event"}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {event === undefined ? null : (
        <>
          <JsonView value={event} label="Event" />
          <Group mt="md" gap="md">
            <PageLink to={link("events", event.account_id, event.id)}>Open event page</PageLink>
            {object === undefined ? null : <ObjectLink object={object} />}
            <Button variant="default" size="xs" onClick={onClose}>
              Close
            </Button>
          </Group>
        </>
      )}
    </Drawer>
  );
}
