import { Group, SegmentedControl, Switch } from "@mantine/core";
import { type ChartPeriod, chartPeriods } from "./chart-data.ts";
import { useUrlFilters } from "./use-url-filters.ts";

const defaults = { period: "30d", compare: "" };

/** The period of the charts of a page, in the URL. */
export function useChartPeriod(): { readonly period: ChartPeriod; readonly isCompared: boolean } {
  const [{ period, compare }] = useUrlFilters(defaults);
  const known = chartPeriods.find(({ value }) => value === period)?.value ?? "30d";
  return { period: known, isCompared: compare !== "" };
}

/** Selects the period of all charts of the page. */
export function PeriodPicker() {
  const { period, isCompared } = useChartPeriod();
  const [, setFilters] = useUrlFilters(defaults);
  return (
    <Group gap="md" justify="space-between">
      <SegmentedControl
        aria-label="Period of the charts"
        size="xs"
        data={[...chartPeriods]}
        value={period}
        onChange={(value) => setFilters({ period: value })}
      />
      <Switch
        size="xs"
        label="Compare with the period before"
        checked={isCompared}
        onChange={(event) => setFilters({ compare: event.currentTarget.checked ? "previous" : "" })}
      />
    </Group>
  );
}
