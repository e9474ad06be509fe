import { ChartGrid } from "../../kit/chart-grid.tsx";
import { useWorkspace } from "../../workspace/use-workspace.ts";

const path = "/console/api/workspaces/{tenant_id}/{network}/charts";

const charts = [
  {
    title: "Transfer volume",
    description: "Completed transfers by flow.",
    kind: "bars",
    path: `${path}/transfer-volume`,
  },
  {
    title: "Success rate",
    description: "Completed transfers among those that completed or failed.",
    kind: "lines",
    path: `${path}/transfer-success`,
  },
  {
    title: "Failures",
    description: "Failed transfers by reason.",
    kind: "bars",
    path: `${path}/transfer-failures`,
  },
  {
    title: "Time to completion",
    description: "From creation: median and 95th percentile.",
    kind: "lines",
    path: `${path}/transfer-time`,
  },
  {
    title: "Balances over time",
    description: "Total across custodial addresses.",
    kind: "lines",
    path: `${path}/balances`,
  },
] as const;

const supply = {
  title: "Supply and reserve",
  description: "According to the ledger of this workspace.",
  kind: "lines",
  path: `${path}/supply`,
} as const;

/** Transfers and balances of the workspace over time. */
export function HomeCharts({ hasTokens }: { readonly hasTokens: boolean }) {
  const { params } = useWorkspace();
  return <ChartGrid columns={2} charts={hasTokens ? [...charts, supply] : charts} params={params} />;
}
