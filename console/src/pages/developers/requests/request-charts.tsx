import { SimpleGrid } from "@mantine/core";
import { ChartSection } from "../../../kit/chart-section.tsx";
import { PeriodPicker } from "../../../kit/period-picker.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";

const charts = "/console/api/workspaces/{tenant_id}/{network}/charts";

interface RequestChartsProps {
  /** Of all applications if undefined. */
  readonly applicationId?: string | undefined;
}

/** Number, errors and durations of API requests. */
export function RequestCharts({ applicationId }: RequestChartsProps) {
  const { params } = useWorkspace();
  const query = { application_id: applicationId };
  return (
    <>
      <PeriodPicker />
      <SimpleGrid cols={{ base: 1, lg: 3 }}>
        <ChartSection
          title="Requests by status"
          kind="bars"
          path={`${charts}/requests`}
          params={params}
          query={query}
        />
        <ChartSection
          title="Error rate by application"
          kind="lines"
          path={`${charts}/request-errors`}
          params={params}
          query={query}
        />
        <ChartSection
          title="Latency"
          kind="lines"
          path={`${charts}/request-time`}
          params={params}
          query={query}
        />
      </SimpleGrid>
    </>
  );
}
