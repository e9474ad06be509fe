import { csvCell } from "../kernel/csv-cell.ts";

/** A CSV line (RFC 4180) ended by CRLF. Cells are escaped so that none is a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}
