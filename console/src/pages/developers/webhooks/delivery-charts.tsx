import { SimpleGrid } from "@mantine/core";
import { ChartSection } from "../../../kit/chart-section.tsx";
import { PeriodPicker } from "../../../kit/period-picker.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";

const charts = "/console/api/workspaces/{tenant_id}/{network}/charts";

interface DeliveryChartsProps {
  /** Of all subscriptions if undefined. */
  readonly subscriptionId?: string;
}

/** Number, success and duration of delivery attempts. */
export function DeliveryCharts({ subscriptionId }: DeliveryChartsProps) {
  const { params } = useWorkspace();
  const query = { subscription_id: subscriptionId };
  return (
    <>
      <PeriodPicker />
      <SimpleGrid cols={{ base: 1, lg: 3 }}>
        <ChartSection
          title="Delivery attempts"
          kind="bars"
          path={`${charts}/deliveries`}
          params={params}
          query={query}
        />
        <ChartSection
          title="Delivery success rate"
          kind="lines"
          path={`${charts}/delivery-success`}
          params={params}
          query={query}
        />
        <ChartSection
          title="Response time"
          kind="lines"
          path={`${charts}/delivery-time`}
          params={params}
          query={query}
        />
      </SimpleGrid>
    </>
  );
}
