import type { Cells } from "./cells.ts";
import type { Columns } from "./columns.ts";

/** The day of the year on which money moved, which the ACH operator fills in; zeros are written for none. */
export function readSettlementDay(cells: Cells, columns: Columns): string | undefined {
  const digits = cells.digitsIfAny(columns, "settlement day");
  if (digits === undefined || digits === "000") return undefined;
  if (digits > "366") {
    cells.refuse(columns, "settlement-day", "the settlement day must be 001 to 366");
  }
  return digits;
}
