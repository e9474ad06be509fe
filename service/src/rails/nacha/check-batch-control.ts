import { type Cells, cellsOf } from "./cells.ts";
import { batchControlColumns as columns } from "./columns.ts";
import type { NachaBatch } from "./nacha-file.ts";
import type { ProblemList } from "./problem-list.ts";
import type { NachaRecord } from "./split-records.ts";
import { totalsOf } from "./totals.ts";

/** The control of a batch repeats its header, and adds up its entries. */
export function checkBatchControl(record: NachaRecord, batch: NachaBatch, problems: ProblemList): void {
  const cells = cellsOf(record, problems);
  cells.reserved(columns.reserved);
  checkHeader(cells, batch);
  checkTotals(cells, batch);
}

function checkHeader(cells: Cells, batch: NachaBatch): void {
  if (cells.text(columns.serviceClass) !== batch.serviceClass) {
    const detail = "the service class is not that of the batch header";
    cells.refuse(columns.serviceClass, "service-class-control", detail);
  }
  const company = cells.trimmed(columns.companyId);
  // Nacha asks for the company here, and has no file rejected that leaves it out.
  if (company !== "" && company !== batch.companyId) {
    const detail = "the company identification is not that of the batch header";
    cells.refuse(columns.companyId, "company-control", detail);
  }
  if (cells.digits(columns.odfi, "originating bank") !== batch.odfi) {
    const detail = "the originating bank (ODFI) is not that of the batch header";
    cells.refuse(columns.odfi, "odfi-control", detail);
  }
  if (cells.number(columns.number, "batch number") !== BigInt(batch.number)) {
    const detail = "the batch number is not that of the batch header";
    cells.refuse(columns.number, "batch-number-control", detail);
  }
}

function checkTotals(cells: Cells, batch: NachaBatch): void {
  const totals = totalsOf(batch.entries);
  const count = totals.entryCount + totals.addendaCount;
  if (cells.number(columns.count, "number of entries and addenda") !== BigInt(count)) {
    const detail = `the batch has ${count} entries and addenda`;
    cells.refuse(columns.count, "batch-count", detail);
  }
  if (cells.number(columns.hash, "entry hash") !== totals.hash) {
    cells.refuse(columns.hash, "batch-hash", `the entry hash of the batch is ${totals.hash}`);
  }
  if (cells.number(columns.debitTotal, "debit total") !== totals.debitCents) {
    const detail = `the debits of the batch sum to ${totals.debitCents} cents`;
    cells.refuse(columns.debitTotal, "batch-debit-total", detail);
  }
  if (cells.number(columns.creditTotal, "credit total") !== totals.creditCents) {
    const detail = `the credits of the batch sum to ${totals.creditCents} cents`;
    cells.refuse(columns.creditTotal, "batch-credit-total", detail);
  }
}
