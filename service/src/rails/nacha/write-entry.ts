import { entryColumns, internationalEntryColumns } from "./columns.ts";
import { isInternational } from "./international.ts";
import type { NachaBatch, NachaEntry } from "./nacha-file.ts";
import { writeAddenda } from "./write-addenda.ts";
import {
  type Cell,
  digitsCell,
  exactCell,
  fixedCell,
  numberCell,
  textCell,
  writeRecord,
} from "./write-record.ts";

/** An entry followed by its addenda. */
export function writeEntry(batch: NachaBatch, entry: NachaEntry): readonly string[] {
  const columns = entryColumns;
  const record = writeRecord("6", [
    digitsCell(columns.transactionCode, entry.transactionCode, "transaction code"),
    digitsCell(columns.rdfi, entry.rdfi, "receiving DFI identification"),
    ...(isInternational(batch) ? foreignAccountCells(entry) : userCells(entry)),
    numberCell(columns.amount, entry.amountCents, "amount"),
    textCell(columns.discretionaryData, entry.discretionaryData),
    numberCell(columns.addendaIndicator, entry.addenda.length > 0 ? 1 : 0, "addenda record indicator"),
    digitsCell(columns.traceNumber, entry.traceNumber, "trace number"),
  ]);
  return [record, ...writeAddenda(entry)];
}

function userCells(entry: NachaEntry): readonly Cell[] {
  return [
    exactCell(entryColumns.accountNumber, entry.accountNumber, "DFI account number"),
    fixedCell(entryColumns.individualId, entry.individualId, "individual identification number"),
    textCell(entryColumns.individualName, entry.individualName),
  ];
}

function foreignAccountCells(entry: NachaEntry): readonly Cell[] {
  const columns = internationalEntryColumns;
  return [
    numberCell(columns.addendaCount, entry.addenda.length, "number of addenda records"),
    exactCell(columns.accountNumber, entry.accountNumber, "DFI account number"),
  ];
}
