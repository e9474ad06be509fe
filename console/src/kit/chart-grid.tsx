import { SimpleGrid } from "@mantine/core";
import { ChartSection, type ChartSectionProps } from "./chart-section.tsx";
import { PeriodPicker } from "./period-picker.tsx";

interface ChartGridProps extends Pick<ChartSectionProps, "params" | "query"> {
  /** On a wide screen. */
  readonly columns: number;
  readonly charts: readonly Omit<ChartSectionProps, "params" | "query">[];
}

/** Charts of the page's period, which is chosen above them. */
export function ChartGrid({ columns, charts, ...common }: ChartGridProps) {
  return (
    <>
      <PeriodPicker />
      <SimpleGrid cols={{ base: 1, lg: columns }}>
        {charts.map((chart) => (
          <ChartSection key={chart.path} {...chart} {...common} />
        ))}
      </SimpleGrid>
    </>
  );
}
