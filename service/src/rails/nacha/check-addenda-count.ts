import type { Cells } from "./cells.ts";
import { type Columns, internationalEntryColumns, nameCountColumns } from "./columns.ts";
import { isInternational } from "./international.ts";
import type { NachaEntry } from "./nacha-file.ts";
import type { BatchHeader } from "./read-batch-header.ts";
import { secCodeOf } from "./sec-codes.ts";

/** Entries of some classes carry an addenda count of their own. */
export function checkAddendaCount(cells: Cells, batch: BatchHeader, entry: NachaEntry): void {
  const columns = whereCounted(batch, entry);
  if (columns === undefined) return;
  const count = entry.addenda.length;
  if (cells.number(columns, "number of addenda records") !== BigInt(count)) {
    cells.refuse(columns, "addenda-count", `number of addenda records must be ${count}`);
  }
}

function whereCounted(batch: BatchHeader, entry: NachaEntry): Columns | undefined {
  if (isInternational(batch)) return internationalEntryColumns.addendaCount;
  // A return repeats the original's name field, and with it the original's addenda count.
  const isForward = entry.addenda.every(({ type }) => type === "payment");
  return isForward && secCodeOf(batch.sec)?.countsInName === true ? nameCountColumns : undefined;
}
