import type { ChartData, ChartPanel } from "./chart-data.ts";
import { seriesWords } from "./chart-words.ts";

/** A chart as CSV (RFC 4180): both periods, one row per step. */
export function chartCsv({ starts, previous_starts: before }: ChartData, { series }: ChartPanel): string {
  const header = "start,series,unit,value,previous_start,previous_value";
  const rows = series.flatMap((each) => {
    const [name, unit] = [textCell(seriesWords(each)), textCell(each.unit)];
    return starts.map((start, place) =>
      [start, name, unit, each.values[place], before[place], each.previous[place]].join(","),
    );
  });
  return [header, ...rows].map((row) => `${row}\r\n`).join("");
}

// The rule of the service's files: a spreadsheet runs a text with such a beginning as a formula, also in full width.
// Times and decimals need no escape, and a minus stays one.
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

function textCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
