import { csvCell, csvLine } from "../kernel/csv.ts";
import type { ReportColumn, ReportContent, ReportRow } from "./report.ts";

/**
 * All rows as one table of RFC 4180: what differs between sections is in columns. Titles, totals and notes are left to
 * the other formats, so that a program can read the file and a sum over a column counts nothing twice.
 */
export async function* presentCsv({ columns, sections }: ReportContent): AsyncGenerator<string> {
  yield csvLine(columns.map(({ key }) => key));
  for await (const { pages } of sections) {
    for await (const rows of pages) yield rows.map((row) => lineOf(columns, row)).join("");
  }
}

/** Only text can be a formula; the escape of a leading minus would turn an amount into text. */
function lineOf(columns: readonly ReportColumn[], row: ReportRow): string {
  const cells = columns.map(({ type }, index) => {
    const cell = row[index] ?? "";
    return type === "text" ? csvCell(cell) : cell;
  });
  return `${cells.join(",")}\r\n`;
}
