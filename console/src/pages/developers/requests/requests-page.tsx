import { Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Column } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { ListTable } from "../../../kit/list/list-table.tsx";
import { ListTime } from "../../../kit/list/list-time.tsx";
import { useListPlace } from "../../../kit/list/use-list-place.tsx";
import { useListTotals, workspaceAddress } from "../../../kit/list/use-list-totals.ts";
import { Page } from "../../../kit/page.tsx";
import { useWorkspaceLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { useLive } from "../../../kit/use-live.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { accessQuery } from "../access-query.ts";
import { HttpStatus } from "./http-status.tsx";
import { RequestCharts } from "./request-charts.tsx";
import { RequestFilterBar } from "./request-filter-bar.tsx";
import {
  type ApiRequest,
  noFilters,
  type RequestFilters,
  requestFilter,
  requestsQuery,
  statusClasses,
} from "./request-queries.ts";

const everyMs = 2000;

/** Live log of API requests by applications. */
export function RequestsPage() {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const [isLive, setIsLive] = useState(true);
  const [filters, setFilters] = useUrlFilters<keyof RequestFilters>({ ...noFilters });
  const { query, filter: range, order, pagingOf } = useListPlace();
  const live = useLive(everyMs);
  const { data, error, isLoading, refetch } = useQuery({
    ...requestsQuery(workspace, filters, query),
    ...(isLive ? live : {}),
  });
  const totals = useListTotals(`${workspaceAddress(workspace.params)}/requests`, {
    ...requestFilter(filters),
    ...range,
  });
  return (
    <Page
      title="API requests"
      description={<Description />}
      actions={
        <Switch label="Live" checked={isLive} onChange={(event) => setIsLive(event.currentTarget.checked)} />
      }
    >
      <RequestCharts applicationId={filters.application === "" ? undefined : filters.application} />
      <Section title="Requests" flush>
        <RequestFilterBar filters={filters} onChange={setFilters} />
        <ListTable
          name="requests"
          noun={["request", "requests"]}
          {...totals}
          order={order}
          status={{
            statuses: statusClasses,
            value: filters.status,
            onChange: (status) => setFilters({ status }),
          }}
          label="API requests"
          columns={columns}
          rows={data?.requests}
          rowKey={({ id }) => id}
          rowLink={({ id }) => link("requests", id)}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          paging={pagingOf(data?.pagination)}
          empty={<NoRequests hasMore={data?.pagination.next !== null} />}
        />
      </Section>
    </Page>
  );
}

function Description() {
  const { data: access } = useQuery(accessQuery(useWorkspace()));
  if (access?.request_log_days === 0) return "The request log is disabled on this instance.";
  const days = access === undefined ? "" : `, kept for ${access.request_log_days} days`;
  return `API requests by applications${days}.`;
}

const columns: readonly Column<ApiRequest>[] = [
  {
    header: "Request",
    phone: "title",
    cell: ({ method, path }) => (
      <Text size="sm" ff="monospace" component="span" style={{ overflowWrap: "anywhere" }}>
        <b>{method}</b> {path}
      </Text>
    ),
  },
  { header: "Status", phone: "value", cell: (request) => <HttpStatus request={request} /> },
  { header: "Duration", cell: ({ duration_ms }) => `${duration_ms} ms`, align: "right" },
  {
    header: "Application",
    cell: ({ application_name, application_id }) => application_name ?? application_id,
  },
  { header: "Time", sort: "created_at", phone: "end", cell: ({ at }) => <ListTime at={at} /> },
];

function NoRequests({ hasMore }: { readonly hasMore: boolean }) {
  const { tenantId } = useWorkspace();
  if (hasMore) {
    return (
      <Empty title="No matches among recent requests">Show older requests, or change the filters.</Empty>
    );
  }
  return (
    <Empty title="No requests" curl={{ path: `/accounts/${tenantId}` }}>
      API requests appear here about a second after they complete.
    </Empty>
  );
}
