import { readBankDate, readBankTime } from "./bank-date.ts";
import { type Cells, cellsOf } from "./cells.ts";
import { fileHeaderColumns as columns, fileHeaderConstants } from "./columns.ts";
import type { NachaFileHeader } from "./nacha-file.ts";
import type { ProblemList } from "./problem-list.ts";
import { isRoutingNumber } from "./routing-digits.ts";
import type { NachaRecord } from "./split-records.ts";

export function readFileHeader(record: NachaRecord, problems: ProblemList): NachaFileHeader {
  const cells = cellsOf(record, problems);
  for (const constant of fileHeaderConstants) {
    if (cells.text(constant.columns) !== constant.value) {
      cells.refuse(constant.columns, "fixed", `the field must be ${constant.value}`);
    }
  }
  return {
    destination: readDestination(cells),
    origin: cells.mandatory(columns.origin, "origin"),
    createdOn: readCreatedOn(cells),
    createdAt: readCreatedAt(cells),
    modifier: readModifier(cells),
    destinationName: cells.text(columns.destinationName),
    originName: cells.text(columns.originName),
    referenceCode: cells.text(columns.referenceCode),
  };
}

/** Nacha: a blank and nine digits. Some write a zero for the blank. */
function readDestination(cells: Cells): string {
  const digits = cells.trimmed(columns.destination).replace(/^0(?=[0-9]{9}$)/, "");
  if (!/^[0-9]{9}$/.test(digits)) {
    cells.refuse(columns.destination, "numeric", "the destination must be a routing number of nine digits");
  } else if (!isRoutingNumber(digits)) {
    const detail = "the check digit of the destination is wrong";
    cells.refuse(columns.destination, "destination-check-digit", detail);
  }
  return digits;
}

function readCreatedOn(cells: Cells): string {
  const date = readBankDate(cells.digits(columns.createdOn, "creation date"));
  if (date === undefined) cells.refuse(columns.createdOn, "date", "the creation date is no day");
  return date ?? "";
}

function readCreatedAt(cells: Cells): string | undefined {
  const digits = cells.digitsIfAny(columns.createdAt, "creation time");
  if (digits === undefined) return undefined;
  const time = readBankTime(digits);
  if (time === undefined) cells.refuse(columns.createdAt, "time", "the creation time is none of the clock");
  return time;
}

function readModifier(cells: Cells): string {
  const modifier = cells.text(columns.modifier);
  if (!/^[A-Z0-9]$/.test(modifier)) {
    cells.refuse(columns.modifier, "modifier", "the modifier must be A to Z or 0 to 9");
  }
  return modifier;
}
