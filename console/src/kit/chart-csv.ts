import type { ChartData, ChartPanel } from "./chart-data.ts";
import { seriesWords } from "./chart-words.ts";
import { csvCell } from "./csv-cell.ts";

/** A chart as CSV (RFC 4180): both periods, one row per step. */
export function chartCsv({ starts, previous_starts: before }: ChartData, { series }: ChartPanel): string {
  const header = "start,series,unit,value,previous_start,previous_value";
  const rows = series.flatMap((each) => {
    const [name, unit] = [csvCell(seriesWords(each)), csvCell(each.unit)];
    return starts.map((start, place) =>
      [start, name, unit, each.values[place], before[place], each.previous[place]].join(","),
    );
  });
  return [header, ...rows].map((row) => `${row}\r\n`).join("");
}
