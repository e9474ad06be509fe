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
    origin: cells.mandatory(columns.origin, "immediate origin"),
    createdOn: readCreatedOn(cells),
    createdAt: readCreatedAt(cells),
    modifier: readModifier(cells),
    destinationName: cells.text(columns.destinationName),
    originName: cells.text(columns.originName),
    referenceCode: cells.text(columns.referenceCode),
  };
}

/** A blank and nine digits. Some banks write a zero instead of the blank. */
function readDestination(cells: Cells): string {
  const digits = cells.trimmed(columns.destination).replace(/^0(?=[0-9]{9}$)/, "");
  if (!/^[0-9]{9}$/.test(digits)) {
    cells.refuse(columns.destination, "numeric", "immediate destination must be a nine-digit routing number");
  } else if (!isRoutingNumber(digits)) {
    const detail = "immediate destination has an invalid check digit";
    cells.refuse(columns.destination, "destination-check-digit", detail);
  }
  return digits;
}

function readCreatedOn(cells: Cells): string {
  const date = readBankDate(cells.digits(columns.createdOn, "file creation date"));
  if (date === undefined)
    cells.refuse(columns.createdOn, "date", "file creation date is not a valid date (YYMMDD)");
  return date ?? "";
}

function readCreatedAt(cells: Cells): string | undefined {
  const digits = cells.digitsIfAny(columns.createdAt, "file creation time");
  if (digits === undefined) return undefined;
  const time = readBankTime(digits);
  if (time === undefined)
    cells.refuse(columns.createdAt, "time", "file creation time is not a valid time (HHMM)");
  return time;
}

function readModifier(cells: Cells): string {
  const modifier = cells.text(columns.modifier);
  if (!/^[A-Z0-9]$/.test(modifier)) {
    cells.refuse(columns.modifier, "modifier", "file ID modifier must be A to Z or 0 to 9");
  }
  return modifier;
}
