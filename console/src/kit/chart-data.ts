import type { components } from "../api/schema.d.ts";

/** A chart as the API returns it; all charts have one shape. */
export type ChartData = components["schemas"]["ConsoleChart"];
export type ChartPanel = ChartData["panels"][number];
export type ChartSeries = ChartPanel["series"][number];
export type ChartPeriod = ChartData["period"];

export const chartPeriods: readonly { readonly value: ChartPeriod; readonly label: string }[] = [
  { value: "24h", label: "24 h" },
  { value: "7d", label: "7 d" },
  { value: "30d", label: "30 d" },
  { value: "90d", label: "90 d" },
  { value: "12m", label: "12 m" },
];

/** Height of a value: floats place a mark, they are never shown. */
export function heightOf(value: string | null | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number.parseFloat(value);
}
