import { ChartGrid } from "../../../kit/chart-grid.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";

const path = "/console/api/workspaces/{tenant_id}/{network}/charts";

const charts = [
  { title: "Delivery attempts", kind: "bars", path: `${path}/deliveries` },
  { title: "Delivery success rate", kind: "lines", path: `${path}/delivery-success` },
  { title: "Response time", kind: "lines", path: `${path}/delivery-time` },
] as const;

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
