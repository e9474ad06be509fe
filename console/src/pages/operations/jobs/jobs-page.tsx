import { Alert, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { type Column, DataTable } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { Page } from "../../../kit/page.tsx";
import { Section } from "../../../kit/section.tsx";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import { useLive } from "../../../kit/use-live.ts";
import { When } from "../../../kit/when.tsx";
import { DeadJobs } from "./dead-jobs.tsx";
import { type JobStanding, standingsQuery } from "./job-queries.ts";

/** The work that the service does behind its answers, and what of it has failed for good. */
export function JobsPage() {
  const { data, error, isLoading, refetch } = useQuery({ ...standingsQuery(), ...useLive() });
  return (
    <Page
      title="Jobs"
      description="What the service does behind its answers, and what failed so often that a person decides."
    >
      <DeadJobs standings={data?.kinds} />
      <Section
        title="The queue"
        description="By kind. A job that fails rests longer each time, and is dead after its last attempt."
        flush
      >
        {data?.is_complete === false ? (
          <Alert icon={<Info size={18} aria-hidden />} m="md" mt={0}>
            There are more jobs than are counted here. The metrics have the whole number.
          </Alert>
        ) : null}
        <DataTable
          label="Jobs by kind"
          columns={columns}
          rows={data?.kinds}
          rowKey={({ kind }) => kind}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          empty={<Empty title="Nothing waits">All the work is done.</Empty>}
        />
      </Section>
    </Page>
  );
}

const columns: readonly Column<JobStanding>[] = [
  {
    header: "Kind",
    cell: ({ kind }) => (
      <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
        {kind}
      </Text>
    ),
  },
  { header: "State", cell: (standing) => <StateBadge {...standing} /> },
  { header: "Ready", cell: ({ ready }) => ready, align: "right" },
  { header: "Running", cell: ({ running }) => running, align: "right" },
  { header: "For later", cell: ({ scheduled }) => scheduled, align: "right" },
  { header: "Failed before", cell: ({ failing }) => failing, align: "right" },
  { header: "Dead", cell: ({ dead }) => dead, align: "right" },
  { header: "Ready since", cell: ({ ready_since }) => <When at={ready_since} /> },
];

function StateBadge({ dead, failing, ready, running }: JobStanding) {
  if (dead > 0) return <StatusBadge status="dead" />;
  if (failing > 0) return <StatusBadge status="failing" tone="waiting" />;
  return ready + running > 0 ? (
    <StatusBadge status="running" />
  ) : (
    <StatusBadge status="resting" tone="neutral" />
  );
}
