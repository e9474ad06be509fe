import { ChartGrid } from "../../../kit/chart-grid.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";

const path = "/console/api/workspaces/{tenant_id}/{network}/charts";

const charts = [
  { title: "Requests by status", kind: "bars", path: `${path}/requests` },
  { title: "Error rate by application", kind: "lines", path: `${path}/request-errors` },
  { title: "Latency", kind: "lines", path: `${path}/request-time` },
] as const;

interface RequestChartsProps {
  /** Of all applications if undefined. */
  readonly applicationId?: string | undefined;
}

/** Number, errors and durations of API requests. */
export function RequestCharts({ applicationId }: RequestChartsProps) {
  const { params } = useWorkspace();
  return <ChartGrid columns={3} charts={charts} params={params} query={{ application_id: applicationId }} />;
}
