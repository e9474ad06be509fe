import { readBankDate } from "./bank-date.ts";
import { type Cells, cellsOf } from "./cells.ts";
import { batchHeaderColumns as columns } from "./columns.ts";
import type { NachaBatch } from "./nacha-file.ts";
import type { ProblemList } from "./problem-list.ts";
import { secCodeOf } from "./sec-codes.ts";
import { readSettlementDay } from "./settlement-day.ts";
import type { NachaRecord } from "./split-records.ts";

export type BatchHeader = Omit<NachaBatch, "entries">;

export function readBatchHeader(record: NachaRecord, problems: ProblemList): BatchHeader {
  const cells = cellsOf(record, problems);
  const sec = readSec(cells);
  return {
    serviceClass: readServiceClass(cells),
    companyName: readCompanyName(cells, sec),
    discretionaryData: cells.text(columns.discretionaryData),
    companyId: cells.mandatory(columns.companyId, "company identification"),
    sec,
    description: readDescription(cells),
    descriptiveDate: cells.text(columns.descriptiveDate),
    effectiveDate: readEffectiveDate(cells),
    settlementDay: readSettlementDay(cells, columns.settlementDay),
    originatorStatus: readOriginatorStatus(cells),
    odfi: cells.digits(columns.odfi, "originating DFI identification"),
    number: Number(cells.digits(columns.number, "batch number")),
  };
}

function readServiceClass(cells: Cells): NachaBatch["serviceClass"] {
  const serviceClass = cells.text(columns.serviceClass);
  if (serviceClass === "200" || serviceClass === "220" || serviceClass === "225") return serviceClass;
  cells.refuse(columns.serviceClass, "service-class", "service class code must be 200, 220 or 225");
  return "200";
}

function readSec(cells: Cells): string {
  const sec = cells.text(columns.sec);
  if (secCodeOf(sec) === undefined) {
    cells.refuse(columns.sec, "sec-code", "unknown standard entry class (SEC) code");
  }
  return sec;
}

/** An IAT batch has the foreign exchange indicators where others have the company name. */
function readCompanyName(cells: Cells, sec: string): string {
  if (sec !== "IAT") cells.mandatory(columns.companyName, "company name");
  return cells.text(columns.companyName);
}

function readDescription(cells: Cells): string {
  cells.mandatory(columns.description, "company entry description");
  return cells.text(columns.description);
}

/** Returns often have none; some banks write zeros instead of blanks. */
function readEffectiveDate(cells: Cells): string | undefined {
  const digits = cells.digitsIfAny(columns.effectiveDate, "effective entry date");
  if (digits === undefined || digits === "000000") return undefined;
  const date = readBankDate(digits);
  if (date === undefined)
    cells.refuse(columns.effectiveDate, "date", "effective entry date is not a valid date");
  return date;
}

function readOriginatorStatus(cells: Cells): string {
  const status = cells.text(columns.originatorStatus);
  if (!/^[012]$/.test(status)) {
    const detail = "originator status code must be 0, 1 or 2";
    cells.refuse(columns.originatorStatus, "originator-status", detail);
  }
  return status;
}
