import { Group, NativeSelect, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { send } from "../../../api/client.ts";
import { ConfirmButton } from "../../../kit/confirm-button.tsx";
import { CopyId } from "../../../kit/copy-id.tsx";
import { type Column, DataTable } from "../../../kit/data-table.tsx";
import { Empty } from "../../../kit/empty.tsx";
import { Section } from "../../../kit/section.tsx";
import { toastSuccess } from "../../../kit/toast.ts";
import { useLive } from "../../../kit/use-live.ts";
import { useUrlFilters } from "../../../kit/use-url-filters.ts";
import { useUrlPaging } from "../../../kit/use-url-paging.ts";
import { When } from "../../../kit/when.tsx";
import { useCan } from "../../../session/use-me.ts";
import { type DeadJob, deadJobsQuery, type JobStanding, jobsKey } from "./job-queries.ts";

/** The jobs that wait for a person's decision. */
export function DeadJobs({ standings }: { readonly standings: readonly JobStanding[] | undefined }) {
  const [{ kind }, setFilters] = useUrlFilters({ kind: "" });
  const { query, pagingOf } = useUrlPaging();
  const wish = { kind: kind === "" ? undefined : kind, ...query };
  const { data, error, isLoading, refetch } = useQuery({ ...deadJobsQuery(wish), ...useLive() });
  const kinds = (standings ?? []).filter(({ dead }) => dead > 0).map((standing) => standing.kind);
  const known = kind === "" || kinds.includes(kind) ? kinds : [kind, ...kinds];
  return (
    <Section
      title="Dead jobs"
      description="Each failed its last attempt. Retry it once the cause is mended, or discard it."
      flush
      actions={
        <Group gap="xs" align="flex-end">
          <NativeSelect
            label="Kind"
            size="xs"
            value={kind}
            onChange={(event) => setFilters({ kind: event.currentTarget.value })}
            data={[{ value: "", label: "All kinds" }, ...known]}
          />
          {kind === "" ? null : <RetryAll kind={kind} />}
        </Group>
      }
    >
      <DataTable
        label="Dead jobs"
        columns={columns}
        rows={data?.jobs}
        rowKey={({ id }) => id}
        isLoading={isLoading}
        error={error}
        onRetry={refetch}
        rowLink={({ id }) => `/ops/jobs/${id}`}
        paging={pagingOf(data?.pagination)}
        empty={<Empty title="No job is dead">Nothing waits for a decision here.</Empty>}
      />
    </Section>
  );
}

function RetryAll({ kind }: { readonly kind: string }) {
  const mayDecide = useCan("jobs.decide");
  const client = useQueryClient();
  return (
    <ConfirmButton
      label="Retry all"
      title={`Retry every dead job of ${kind}`}
      explain="They go back into the queue with all their attempts before them. What still fails dies again."
      size="xs"
      icon={<RotateCcw size={14} aria-hidden />}
      disabledReason={mayDecide ? undefined : "Your role does not allow to decide on jobs."}
      onConfirm={async () => {
        const { retried } = await send("post", "/console/api/dead-jobs/retry", { body: { kind } });
        toastSuccess(
          retried === 1 ? "One job is back in the queue." : `${retried} jobs are back in the queue.`,
        );
        await client.invalidateQueries({ queryKey: jobsKey });
      }}
    />
  );
}

const columns: readonly Column<DeadJob>[] = [
  {
    header: "Kind",
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
  { header: "Died", cell: ({ died_at }) => <When at={died_at} /> },
];
