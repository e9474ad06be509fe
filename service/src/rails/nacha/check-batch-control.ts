import { type Cells, cellsOf } from "./cells.ts";
import { batchControlColumns as columns } from "./columns.ts";
import type { NachaBatch } from "./nacha-file.ts";
import type { ProblemList } from "./problem-list.ts";
import type { NachaRecord } from "./split-records.ts";
import { totalsOf } from "./totals.ts";

/** Checks the batch control against the batch header and the entries. */
export function checkBatchControl(record: NachaRecord, batch: NachaBatch, problems: ProblemList): void {
  const cells = cellsOf(record, problems);
  cells.reserved(columns.reserved);
  checkHeader(cells, batch);
  checkTotals(cells, batch);
}

function checkHeader(cells: Cells, batch: NachaBatch): void {
  if (cells.text(columns.serviceClass) !== batch.serviceClass) {
    const detail = "service class code does not match the batch header";
    cells.refuse(columns.serviceClass, "service-class-control", detail);
  }
  const company = cells.trimmed(columns.companyId);
  // The company identification is mandatory here, but Nacha does not reject files that omit it.
  if (company !== "" && company !== batch.companyId) {
    const detail = "company identification does not match the batch header";
    cells.refuse(columns.companyId, "company-control", detail);
  }
  if (cells.digits(columns.odfi, "originating DFI identification") !== batch.odfi) {
    const detail = "originating DFI identification does not match the batch header";
    cells.refuse(columns.odfi, "odfi-control", detail);
  }
  if (cells.number(columns.number, "batch number") !== BigInt(batch.number)) {
    const detail = "batch number does not match the batch header";
    cells.refuse(columns.number, "batch-number-control", detail);
  }
}

function checkTotals(cells: Cells, batch: NachaBatch): void {
  const totals = totalsOf(batch.entries);
  const count = totals.entryCount + totals.addendaCount;
  if (cells.number(columns.count, "entry/addenda count") !== BigInt(count)) {
    const detail = `entry/addenda count does not match: the batch has ${count}`;
    cells.refuse(columns.count, "batch-count", detail);
  }
  if (cells.number(columns.hash, "entry hash") !== totals.hash) {
    cells.refuse(
      columns.hash,
      "batch-hash",
      `entry hash does not match: the batch adds up to ${totals.hash}`,
    );
  }
  if (cells.number(columns.debitTotal, "total debit amount") !== totals.debitCents) {
    const detail = `total debit amount does not match: the batch adds up to ${totals.debitCents} cents`;
    cells.refuse(columns.debitTotal, "batch-debit-total", detail);
  }
  if (cells.number(columns.creditTotal, "total credit amount") !== totals.creditCents) {
    const detail = `total credit amount does not match: the batch adds up to ${totals.creditCents} cents`;
    cells.refuse(columns.creditTotal, "batch-credit-total", detail);
  }
}
