import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get, type ResponseBody } from "../../api/client.ts";
import { CopyId } from "../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";

type Node = ResponseBody<"/console/api/nodes">["nodes"][number];

/** Nodes: the processes of Florin. */
export function NodesPage() {
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["nodes"],
    queryFn: ({ signal }) => get("/console/api/nodes", { signal }),
    ...useLive(),
  });
  return (
    <Page
      title="Nodes"
      description="Florin processes. A node sends a heartbeat every ten seconds and counts as gone after a minute without one."
    >
      <Section title="Seen in the last 24 hours" flush>
        <DataTable
          label="Nodes"
          columns={columns}
          rows={data?.nodes}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          empty={<Empty title="No nodes">A node appears here once it is listening.</Empty>}
        />
      </Section>
    </Page>
  );
}

const columns: readonly Column<Node>[] = [
  {
    header: "Status",
    cell: ({ is_gone, draining_since }) => {
      if (is_gone) return <StatusBadge status="gone" tone="bad" />;
      if (draining_since !== null) return <StatusBadge status="draining" tone="waiting" />;
      return <StatusBadge status="running" tone="good" />;
    },
  },
  {
    header: "Host",
    cell: ({ host }) => (
      <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
        {host}
      </Text>
    ),
  },
  { header: "Node", cell: ({ id }) => <CopyId id={id} of="node" /> },
  { header: "Roles", cell: ({ roles }) => roles.join(", ") },
  { header: "Version", cell: ({ version }) => version },
  { header: "Build", cell: ({ build }) => build },
  { header: "Started", cell: ({ started_at }) => <When at={started_at} /> },
  { header: "Last heartbeat", cell: ({ seen_at }) => <When at={seen_at} /> },
];
