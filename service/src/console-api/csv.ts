import { csvCell } from "../kernel/csv-cell.ts";

/** A line of RFC 4180, ended by CRLF. No cell is a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}
