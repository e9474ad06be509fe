import { ChartGrid } from "../../../kit/chart-grid.tsx";
import { useChart } from "../../../kit/use-chart.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";

const path = "/console/api/workspaces/{tenant_id}/{network}/charts";

const charts = [
  { title: "Delivery attempts", kind: "bars", path: `${path}/deliveries` },
  { title: "Delivery success rate", kind: "lines", path: `${path}/delivery-success` },
  { title: "Response time", kind: "lines", path: `${path}/delivery-time` },
] as const;

/** The share of successful attempts by subscription, from the chart of the same page. */
export function useSuccessPercents(subscriptionId?: string): ReadonlyMap<string, string> {
  const { params } = useWorkspace();
  const { data } = useChart({
    path: `${path}/delivery-success`,
    params,
    query: { subscription_id: subscriptionId },
  });
  const series = data?.panels.flatMap((panel) => panel.series) ?? [];
  return new Map(series.flatMap(({ name, total }) => (total === null ? [] : [[name, total]])));
}

interface DeliveryChartsProps {
  /** Of all subscriptions if undefined. */
  readonly subscriptionId?: string;
}

/** Number, success and duration of delivery attempts. */
export function DeliveryCharts({ subscriptionId }: DeliveryChartsProps) {
  const { params } = useWorkspace();
  return (
    <ChartGrid columns={3} charts={charts} params={params} query={{ subscription_id: subscriptionId }} />
  );
}
