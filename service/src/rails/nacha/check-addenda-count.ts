import type { Cells } from "./cells.ts";
import { type Columns, internationalEntryColumns, nameCountColumns } from "./columns.ts";
import { isInternational } from "./international.ts";
import type { NachaEntry } from "./nacha-file.ts";
import type { BatchHeader } from "./read-batch-header.ts";
import { secCodeOf } from "./sec-codes.ts";

/** Some classes say in the entry itself how many addenda follow. */
export function checkAddendaCount(cells: Cells, batch: BatchHeader, entry: NachaEntry): void {
  const columns = whereCounted(batch, entry);
  if (columns === undefined) return;
  const count = entry.addenda.length;
  if (cells.number(columns, "number of addenda") !== BigInt(count)) {
    cells.refuse(columns, "addenda-count", `the entry must say that it has ${count} addenda`);
  }
}

function whereCounted(batch: BatchHeader, entry: NachaEntry): Columns | undefined {
  if (isInternational(batch)) return internationalEntryColumns.addendaCount;
  // A return repeats the name of the original, and with it the number of the original's addenda.
  const isForward = entry.addenda.every(({ type }) => type === "payment");
  return isForward && secCodeOf(batch.sec)?.countsInName === true ? nameCountColumns : undefined;
}
