import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Section } from "../../kit/section.tsx";
import { When } from "../../kit/when.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import { DifferencesTable } from "./differences-table.tsx";

const everyMs = 60_000;

/** Differences of one token found by the last reconciliation run. */
export function TokenReconciliation({ valueType }: { readonly valueType: string }) {
  const { params } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: ["token-reconciliation", params, valueType],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces/{tenant_id}/{network}/tokens/{value_type}/reconciliation", {
        params: { path: { ...params, value_type: valueType } },
        signal,
      }),
    refetchInterval: everyMs,
  });
  const when =
    data === undefined ? undefined : data.ended_at === null ? (
      "Not reconciled yet. Reconciliation runs every hour."
    ) : (
      <>
        Last run finished <When at={data.ended_at} />.
      </>
    );
  return (
    <Section title="Reconciliation" description={when} flush>
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Skeleton height={80} m="md" /> : null}
      {data === undefined || data.ended_at === null ? null : (
        <DifferencesTable differences={data.differences} />
      )}
      {data?.is_complete === false ? (
        <Text size="xs" c="dimmed" p="md">
          Not all differences are shown.
        </Text>
      ) : null}
    </Section>
  );
}
