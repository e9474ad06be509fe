import { Group, NativeSelect, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { send } from "../../../api/client.ts";
import { ConfirmButton } from "../../../kit/confirm-button.tsx";
import { CopyId } from "../../../kit/copy-id.tsx";
import type { Column } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { BulkButton } from "../../../kit/list/bulk-button.tsx";
import { ListTable } from "../../../kit/list/list-table.tsx";
import { ListTime } from "../../../kit/list/list-time.tsx";
import { useListPlace } from "../../../kit/list/use-list-place.tsx";
import { useListTotals } from "../../../kit/list/use-list-totals.ts";
import { Section } from "../../../kit/section.tsx";
import { toastSuccess } from "../../../kit/toast.ts";
import { useLive } from "../../../kit/use-live.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useCan } from "../../../session/use-me.ts";
import { type DeadJob, deadJobsQuery, type JobTypeStatus, jobsKey } from "./job-queries.ts";

/** Dead jobs, which need a decision. */
export function DeadJobs({ statuses }: { readonly statuses: readonly JobTypeStatus[] | undefined }) {
  const mayDecide = useCan("jobs.decide");
  const [{ kind }, setFilters] = useUrlFilters({ kind: "" });
  const { query, filter: range, order, pagingOf } = useListPlace();
  const filter = { kind: kind === "" ? undefined : kind, ...query };
  const { data, error, isLoading, refetch } = useQuery({ ...deadJobsQuery(filter), ...useLive() });
  const totals = useListTotals("/console/api/dead-jobs", { kind: filter.kind, ...range });
  const kinds = (statuses ?? []).filter(({ dead }) => dead > 0).map((status) => status.kind);
  const known = kind === "" || kinds.includes(kind) ? kinds : [kind, ...kinds];
  return (
    <Section
      title="Dead jobs"
      description="Jobs that failed their last attempt. Retry them once the cause is fixed, or discard them."
      flush
      actions={
        <Group gap="xs" align="flex-end">
          <NativeSelect
            label="Type"
            size="xs"
            value={kind}
            onChange={(event) => setFilters({ kind: event.currentTarget.value })}
            data={[{ value: "", label: "All types" }, ...known]}
          />
          {kind === "" ? null : <RetryAll kind={kind} />}
        </Group>
      }
    >
      <ListTable
        name="dead-jobs"
        noun={["job", "jobs"]}
        {...totals}
        order={order}
        label="Dead jobs"
        columns={columns}
        rows={data?.jobs}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        rowLink={({ id }) => `/ops/jobs/${id}`}
        paging={pagingOf(data?.pagination)}
        bulk={mayDecide ? (chosen, onDone) => <RetryChosen rows={chosen} onDone={onDone} /> : undefined}
        empty={<Empty title="No dead jobs" />}
      />
    </Section>
  );
}

interface RetryChosenProps {
  readonly rows: readonly DeadJob[];
  readonly onDone: () => void;
}

function RetryChosen({ rows, onDone }: RetryChosenProps) {
  return (
    <BulkButton
      label="Retry"
      rows={rows}
      act={({ id }) =>
        send("post", "/console/api/dead-jobs/{job_id}/retry", { params: { path: { job_id: id } } })
      }
      done={(count) => (count === 1 ? "1 job queued." : `${count} jobs queued.`)}
      queryKey={jobsKey}
      onDone={onDone}
    />
  );
}

function RetryAll({ kind }: { readonly kind: string }) {
  const mayDecide = useCan("jobs.decide");
  const client = useQueryClient();
  return (
    <ConfirmButton
      label="Retry all"
      title={`Retry all dead jobs of type ${kind}`}
      explain="The jobs are queued again with their full number of attempts."
      size="xs"
      icon={<RotateCcw size={14} aria-hidden />}
      disabledReason={mayDecide ? undefined : "Your role can't retry or discard jobs."}
      onConfirm={async () => {
        const { retried } = await send("post", "/console/api/dead-jobs/retry", { body: { kind } });
        toastSuccess(retried === 1 ? "1 job queued." : `${retried} jobs queued.`);
        await client.invalidateQueries({ queryKey: jobsKey });
      }}
    />
  );
}

const columns: readonly Column<DeadJob>[] = [
  {
    header: "Type",
    cell: ({ kind }) => (
      <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
        {kind}
      </Text>
    ),
  },
  { header: "Job", cell: ({ id }) => <CopyId id={id} of="job" /> },
  {
    header: "Last error",
    cell: ({ last_error }) => (
      <Text size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
        {last_error}
      </Text>
    ),
  },
  { header: "Attempts", cell: ({ attempts }) => attempts, align: "right" },
  {
    header: "Created",
    sort: "created_at",
    isOptional: true,
    cell: ({ created_at }) => <ListTime at={created_at} />,
  },
  { header: "Died", cell: ({ died_at }) => <ListTime at={died_at} /> },
];
