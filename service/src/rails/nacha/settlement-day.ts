import type { Cells } from "./cells.ts";
import type { Columns } from "./columns.ts";

/** Julian date of settlement, inserted by the ACH operator. Zeros mean none. */
export function readSettlementDay(cells: Cells, columns: Columns): string | undefined {
  const digits = cells.digitsIfAny(columns, "settlement date");
  if (digits === undefined || digits === "000") return undefined;
  if (digits > "366") {
    cells.refuse(columns, "settlement-day", "settlement date must be a Julian date from 001 to 366");
  }
  return digits;
}
