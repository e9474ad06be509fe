import type { BatchRecords, NachaRecord } from "./arrange-records.ts";
import { readBankDate } from "./bank-date.ts";
import { type Cells, cellsOf } from "./cells.ts";
import {
  type Columns,
  batchControlColumns as control,
  entryColumns,
  batchHeaderColumns as header,
} from "./columns.ts";
import type { BatchHeader, NachaBatch, NachaEntry } from "./nacha-file.ts";
import type { ProblemList } from "./problem-list.ts";
import { readEntry } from "./read-entry.ts";
import { secCodeOf } from "./sec-codes.ts";
import { totalsOf } from "./totals.ts";

export function readBatch(records: BatchRecords, problems: ProblemList): NachaBatch {
  const batchHeader = readBatchHeader(records.header, problems);
  const entries = records.entries.map((entry) => readEntry(entry, batchHeader, problems));
  const batch = { ...batchHeader, entries };
  if (entries.length === 0) {
    const detail = "the batch has no entries";
    problems.add({ line: records.header.line, column: 1, rule: "no-entries", detail });
  }
  checkTraceOrder(records, entries, problems);
  if (records.control !== undefined) checkBatchControl(records.control, batch, problems);
  return batch;
}

function readBatchHeader(record: NachaRecord, problems: ProblemList): BatchHeader {
  const cells = cellsOf(record, problems);
  const sec = readSec(cells);
  return {
    serviceClass: readServiceClass(cells),
    companyName: readCompanyName(cells, sec),
    discretionaryData: cells.text(header.discretionaryData),
    companyId: notZeros(cells, header.companyId, "company identification"),
    sec,
    description: readDescription(cells, sec),
    descriptiveDate: cells.text(header.descriptiveDate),
    effectiveDate: readEffectiveDate(cells),
    settlementDay: cells.settlementDay(header.settlementDay),
    originatorStatus: readOriginatorStatus(cells, sec),
    odfi: cells.digits(header.odfi, "originating DFI identification"),
    number: Number(cells.digits(header.number, "batch number")),
  };
}

function readServiceClass(cells: Cells): NachaBatch["serviceClass"] {
  const serviceClass = cells.text(header.serviceClass);
  if (serviceClass === "200" || serviceClass === "220" || serviceClass === "225") return serviceClass;
  cells.refuse(header.serviceClass, "service-class", "service class code must be 200, 220 or 225");
  return "200";
}

function readSec(cells: Cells): string {
  const sec = cells.text(header.sec);
  if (secCodeOf(sec) === undefined) {
    cells.refuse(header.sec, "sec-code", "unknown standard entry class (SEC) code");
  }
  return sec;
}

/** An IAT batch has the foreign exchange indicators where others have the company name. */
function readCompanyName(cells: Cells, sec: string): string {
  if (sec !== "IAT") notZeros(cells, header.companyName, "company name");
  return cells.text(header.companyName);
}

/** Nacha reserves this description for represented checks, and requires it there. */
const representedCheck = "REDEPCHECK";

function readDescription(cells: Cells, sec: string): string {
  notZeros(cells, header.description, "company entry description");
  const description = cells.text(header.description);
  if (sec === "RCK" && description !== representedCheck) {
    const detail = `company entry description of an RCK batch must be ${representedCheck}`;
    cells.refuse(header.description, "redepcheck", detail);
  }
  return description;
}

/** A mandatory text that some programs fill with zeros. */
function notZeros(cells: Cells, columns: Columns, name: string): string {
  const text = cells.mandatory(columns, name);
  if (/^0+$/.test(text)) cells.refuse(columns, "zeros", `${name} must not consist of zeros`);
  return text;
}

/** Returns often have none; some banks write zeros instead of blanks. */
function readEffectiveDate(cells: Cells): string | undefined {
  const digits = cells.digitsIfAny(header.effectiveDate, "effective entry date");
  if (digits === undefined || digits === "000000") return undefined;
  const date = readBankDate(digits);
  if (date === undefined)
    cells.refuse(header.effectiveDate, "date", "effective entry date is not a valid date");
  return date;
}

/** Nacha: 0 is for ADV files of the ACH operator. Gateways use it in IAT batches, too. */
function readOriginatorStatus(cells: Cells, sec: string): string {
  const status = cells.text(header.originatorStatus);
  if (status !== "1" && status !== "2" && !(sec === "IAT" && status === "0")) {
    const detail = "originator status code must be 1 or 2";
    cells.refuse(header.originatorStatus, "originator-status", detail);
  }
  return status;
}

function checkTraceOrder(records: BatchRecords, entries: readonly NachaEntry[], problems: ProblemList): void {
  for (const [index, { entry }] of records.entries.entries()) {
    const before = entries[index - 1]?.traceNumber ?? "";
    const trace = entries[index]?.traceNumber ?? "";
    if (trace > before) continue;
    const detail = "trace number is not greater than that of the previous entry";
    cellsOf(entry, problems).refuse(entryColumns.traceNumber, "trace-order", detail);
  }
}

/** Checks the batch control against the batch header and the entries. */
function checkBatchControl(record: NachaRecord, batch: NachaBatch, problems: ProblemList): void {
  const cells = cellsOf(record, problems);
  cells.reserved(control.reserved);
  checkHeader(cells, batch);
  checkTotals(cells, batch);
}

function checkHeader(cells: Cells, batch: NachaBatch): void {
  if (cells.text(control.serviceClass) !== batch.serviceClass) {
    const detail = "service class code does not match the batch header";
    cells.refuse(control.serviceClass, "service-class-control", detail);
  }
  const company = cells.trimmed(control.companyId);
  // The company identification is mandatory here, but Nacha does not reject files that omit it.
  if (company !== "" && company !== batch.companyId) {
    const detail = "company identification does not match the batch header";
    cells.refuse(control.companyId, "company-control", detail);
  }
  if (cells.digits(control.odfi, "originating DFI identification") !== batch.odfi) {
    const detail = "originating DFI identification does not match the batch header";
    cells.refuse(control.odfi, "odfi-control", detail);
  }
  if (cells.number(control.number, "batch number") !== BigInt(batch.number)) {
    const detail = "batch number does not match the batch header";
    cells.refuse(control.number, "batch-number-control", detail);
  }
}

function checkTotals(cells: Cells, batch: NachaBatch): void {
  const totals = totalsOf(batch.entries);
  const count = totals.entryCount + totals.addendaCount;
  if (cells.number(control.count, "entry/addenda count") !== BigInt(count)) {
    const detail = `entry/addenda count does not match: the batch has ${count}`;
    cells.refuse(control.count, "batch-count", detail);
  }
  if (cells.number(control.hash, "entry hash") !== totals.hash) {
    cells.refuse(
      control.hash,
      "batch-hash",
      `entry hash does not match: the batch adds up to ${totals.hash}`,
    );
  }
  if (cells.number(control.debitTotal, "total debit amount") !== totals.debitCents) {
    const detail = `total debit amount does not match: the batch adds up to ${totals.debitCents} cents`;
    cells.refuse(control.debitTotal, "batch-debit-total", detail);
  }
  if (cells.number(control.creditTotal, "total credit amount") !== totals.creditCents) {
    const detail = `total credit amount does not match: the batch adds up to ${totals.creditCents} cents`;
    cells.refuse(control.creditTotal, "batch-credit-total", detail);
  }
}
