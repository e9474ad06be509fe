import { expect, test } from "vitest";
import { chartCsv } from "./chart-csv.ts";
import type { ChartData, ChartSeries } from "./chart-data.ts";

const start = "2026-11-18T00:00:00.000Z";

function csvOf(...series: readonly Partial<ChartSeries>[]): readonly string[] {
  const panel = {
    name: "ACME",
    unit: "ACME",
    series: series.map((given) => ({
      name: "supply",
      label: null,
      unit: "ACME",
      values: ["-1.50"],
      previous: [null],
      total: null,
      previous_total: null,
      ...given,
    })),
  };
  const data: ChartData = {
    period: "24h",
    step: "hour",
    starts: [start],
    previous_starts: [start],
    panels: [panel],
    is_complete: true,
  };
  return chartCsv(data, panel).split("\r\n").slice(1, -1);
}

test("each series has its own unit, and a negative value stays a number", () => {
  expect(csvOf({}, { name: "reserve", unit: "USD", values: ["2.00"], previous: ["1.00"] })).toEqual([
    `${start},Supply,ACME,-1.50,${start},`,
    `${start},Reserve,USD,2.00,${start},1.00`,
  ]);
});

test("no name becomes a formula or another cell", () => {
  const formulas = ["=1+1", "+1", "-1+cmd", "@SUM", "＝1", "－1", "\tx"];
  for (const label of formulas) expect(csvOf({ label })[0]).toMatch(new RegExp(`^${start},"?'`));
  expect(csvOf({ label: 'a "b", c' })[0]).toContain(',"a ""b"", c",');
});
