import { SimpleGrid } from "@mantine/core";
import { ChartSection } from "../../kit/chart-section.tsx";
import { PeriodPicker } from "../../kit/period-picker.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";

const charts = "/console/api/workspaces/{tenant_id}/{network}/charts";

/** Transfers and balances of the workspace over time. */
export function HomeCharts({ hasTokens }: { readonly hasTokens: boolean }) {
  const { params } = useWorkspace();
  return (
    <>
      <PeriodPicker />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <ChartSection
          title="Transfer volume"
          description="Completed transfers by flow."
          kind="bars"
          path={`${charts}/transfer-volume`}
          params={params}
        />
        <ChartSection
          title="Success rate"
          description="Completed transfers among those that completed or failed."
          kind="lines"
          path={`${charts}/transfer-success`}
          params={params}
        />
        <ChartSection
          title="Failures"
          description="Failed transfers by reason."
          kind="bars"
          path={`${charts}/transfer-failures`}
          params={params}
        />
        <ChartSection
          title="Time to completion"
          description="From creation: median and 95th percentile."
          kind="lines"
          path={`${charts}/transfer-time`}
          params={params}
        />
        <ChartSection
          title="Balances over time"
          description="Total across custodial addresses."
          kind="lines"
          path={`${charts}/balances`}
          params={params}
        />
        {hasTokens ? (
          <ChartSection
            title="Supply and reserve"
            description="According to the ledger of this workspace."
            kind="lines"
            path={`${charts}/supply`}
            params={params}
          />
        ) : null}
      </SimpleGrid>
    </>
  );
}
