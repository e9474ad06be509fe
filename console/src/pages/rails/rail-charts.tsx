import { SimpleGrid } from "@mantine/core";
import { ChartSection } from "../../kit/chart-section.tsx";
import { PeriodPicker } from "../../kit/period-picker.tsx";

/** Bank files, returned payments, and return rates against Nacha's thresholds. */
export function RailCharts() {
  return (
    <>
      <PeriodPicker />
      <SimpleGrid cols={{ base: 1, lg: 3 }}>
        <ChartSection title="Bank files" kind="bars" path="/console/api/charts/bank-files" />
        <ChartSection title="Returns by code" kind="bars" path="/console/api/charts/returns" />
        <ChartSection
          title="ACH return rates"
          description="Debits of 60 days, against Nacha's thresholds."
          kind="lines"
          path="/console/api/charts/return-rates"
        />
      </SimpleGrid>
    </>
  );
}
