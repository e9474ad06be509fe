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
import { type JobTypeStatus, statusesQuery } from "./job-queries.ts";

/** Background jobs by type, and dead jobs. */
export function JobsPage() {
  const { data, error, isLoading, refetch } = useQuery({ ...statusesQuery(), ...useLive() });
  return (
    <Page title="Jobs" description="Background jobs. Dead jobs need a manual decision.">
      <DeadJobs statuses={data?.kinds} />
      <Section
        title="Queue"
        description="By job type. A failed job is retried with backoff and is dead after its last attempt."
        flush
      >
        {data?.is_complete === false ? (
          <Alert icon={<Info size={18} aria-hidden />} m="md" mt={0}>
            Counts are capped. See the metrics for exact numbers.
          </Alert>
        ) : null}
        <DataTable
          label="Jobs by type"
          columns={columns}
          rows={data?.kinds}
          rowKey={({ kind }) => kind}
          isLoading={isLoading}
          error={error}
          onRetry={refetch}
          empty={<Empty title="Queue is empty" />}
        />
      </Section>
    </Page>
  );
}

const columns: readonly Column<JobTypeStatus>[] = [
  {
    header: "Type",
    cell: ({ kind }) => (
      <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
        {kind}
      </Text>
    ),
  },
  { header: "Status", cell: (jobStatus) => <StateBadge {...jobStatus} /> },
  { header: "Ready", cell: ({ ready }) => ready, align: "right" },
  { header: "Running", cell: ({ running }) => running, align: "right" },
  { header: "Scheduled", cell: ({ scheduled }) => scheduled, align: "right" },
  { header: "Retrying", cell: ({ failing }) => failing, align: "right" },
  { header: "Dead", cell: ({ dead }) => dead, align: "right" },
  { header: "Ready since", cell: ({ ready_since }) => <When at={ready_since} /> },
];

function StateBadge({ dead, failing, ready, running }: JobTypeStatus) {
  if (dead > 0) return <StatusBadge status="dead" />;
  if (failing > 0) return <StatusBadge status="retrying" tone="waiting" />;
  return ready + running > 0 ? (
    <StatusBadge status="running" />
  ) : (
    <StatusBadge status="idle" tone="neutral" />
  );
}
