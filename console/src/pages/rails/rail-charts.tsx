import { ChartGrid } from "../../kit/chart-grid.tsx";

/** Bank files, returned payments, and return rates against Nacha's thresholds. */
export function RailCharts() {
  return (
    <ChartGrid
      columns={3}
      charts={[
        { title: "Bank files", kind: "bars", path: "/console/api/charts/bank-files" },
        { title: "Returns by code", kind: "bars", path: "/console/api/charts/returns" },
        {
          title: "ACH return rates",
          description: "Debits of 60 days, against Nacha's thresholds.",
          kind: "lines",
          path: "/console/api/charts/return-rates",
        },
      ]}
    />
  );
}
