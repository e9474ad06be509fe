import { Button, SimpleGrid, Skeleton, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, type ResponseBody, send } from "../../api/client.ts";
import { Empty } from "../../kit/empty.tsx";
import { ErrorNotice } from "../../kit/error-notice.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { StatusBadge } from "../../kit/status-badge.tsx";
import { toastError, toastSuccess } from "../../kit/toast.ts";
import { useLive } from "../../kit/use-live.ts";
import { When } from "../../kit/when.tsx";
import { useCan } from "../../session/use-me.ts";
import { DifferencesTable } from "./differences-table.tsx";

type Run = NonNullable<ResponseBody<"/console/api/reconciliation">["last_run"]>;

const queryKey = ["reconciliation"];

/** Reconciliation of on-chain balances with the ledger: hourly, and on request. */
export function ReconciliationPage() {
  const mayRun = useCan("reconciliation.run");
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => get("/console/api/reconciliation", { signal }),
    ...useLive(),
  });
  return (
    <Page
      title="Reconciliation"
      description="On-chain supplies and custodial balances, compared with the ledger."
      actions={mayRun ? <RunButton isUnderWay={data?.is_under_way === true} /> : undefined}
    >
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Skeleton height={200} /> : null}
      {data?.last_run === null ? (
        <Section title="Last run">
          <Empty title="No runs yet">Reconciliation runs every hour.</Empty>
        </Section>
      ) : null}
      {data?.last_run === undefined || data.last_run === null ? null : <LastRun run={data.last_run} />}
    </Page>
  );
}

function LastRun({ run }: { readonly run: Run }) {
  const isMatched = run.different === 0 && run.unverified === 0;
  return (
    <>
      <Section title="Last run">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Facts
            items={[
              [
                "Result",
                <StatusBadge
                  key="result"
                  status={isMatched ? "Matched" : run.different > 0 ? "Mismatched" : "Unverified"}
                  tone={isMatched ? "good" : run.different > 0 ? "bad" : "waiting"}
                />,
              ],
              ["Finished", <When key="ended" at={run.ended_at} />],
              ["Started", <When key="began" at={run.started_at} />],
            ]}
          />
          <Facts
            items={[
              ["Balances compared", run.compared.toLocaleString()],
              ["Differences in flight", run.explained.toLocaleString()],
              ["Unexplained differences", run.different.toLocaleString()],
              ["Chain unreachable", run.unverified.toLocaleString()],
            ]}
          />
        </SimpleGrid>
      </Section>
      <Section title="Differences" flush>
        <DifferencesTable differences={run.differences} isOfAll />
        {run.is_complete ? null : (
          <Text size="xs" c="dimmed" p="md">
            Not all differences are shown.
          </Text>
        )}
      </Section>
    </>
  );
}

function RunButton({ isUnderWay }: { readonly isUnderWay: boolean }) {
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: () => send("post", "/console/api/reconciliation/runs"),
    onSuccess: async () => {
      toastSuccess("Reconciliation started. The result appears here.");
      await client.invalidateQueries({ queryKey });
    },
    onError: (error) => toastError(error),
  });
  return (
    <Button onClick={() => run.mutate()} loading={run.isPending} disabled={isUnderWay}>
      {isUnderWay ? "Running" : "Run now"}
    </Button>
  );
}
