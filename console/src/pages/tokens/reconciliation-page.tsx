import { Button, SimpleGrid, Skeleton, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Answered, get, send } from "../../api/client.ts";
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

type Run = NonNullable<Answered<"/console/api/reconciliation">["last_run"]>;

const queryKey = ["reconciliation"];

/** Chains held against the ledger: every hour by itself, and whenever somebody asks. */
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
      description="Supplies and custodial balances, as the chains and as the ledger have them."
      actions={mayRun ? <RunButton isUnderWay={data?.is_under_way === true} /> : undefined}
    >
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Skeleton height={200} /> : null}
      {data?.last_run === null ? (
        <Section title="Last comparison">
          <Empty title="Chains and ledger were not compared yet">That happens every hour.</Empty>
        </Section>
      ) : null}
      {data?.last_run === undefined || data.last_run === null ? null : <LastRun run={data.last_run} />}
    </Page>
  );
}

function LastRun({ run }: { readonly run: Run }) {
  const isWell = run.different === 0 && run.unverified === 0;
  return (
    <>
      <Section title="Last comparison">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Facts
            items={[
              [
                "Result",
                <StatusBadge
                  key="result"
                  status={isWell ? "Agree" : run.different > 0 ? "Differ" : "Unverified"}
                  tone={isWell ? "good" : run.different > 0 ? "bad" : "waiting"}
                />,
              ],
              ["Ended", <When key="ended" at={run.ended_at} />],
              ["Began", <When key="began" at={run.started_at} />],
            ]}
          />
          <Facts
            items={[
              ["Compared", run.compared.toLocaleString()],
              ["Different, and under way", run.explained.toLocaleString()],
              ["Different", run.different.toLocaleString()],
              ["Chain could not be asked", run.unverified.toLocaleString()],
            ]}
          />
        </SimpleGrid>
      </Section>
      <Section title="Differences" flush>
        <DifferencesTable differences={run.differences} isOfAll />
        {run.is_complete ? null : (
          <Text size="xs" c="dimmed" p="md">
            There are more differences than are listed.
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
      toastSuccess("A worker compares chains and ledger; its result appears here.");
      await client.invalidateQueries({ queryKey });
    },
    onError: (error) => toastError(error),
  });
  return (
    <Button onClick={() => run.mutate()} loading={run.isPending} disabled={isUnderWay}>
      {isUnderWay ? "Under way" : "Compare now"}
    </Button>
  );
}
