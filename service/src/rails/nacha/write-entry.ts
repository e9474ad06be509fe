import { entryColumns, internationalEntryColumns } from "./columns.ts";
import { isInternational } from "./international.ts";
import type { NachaBatch, NachaEntry } from "./nacha-file.ts";
import { writeAddenda } from "./write-addenda.ts";
import {
  type Cell,
  digitsCell,
  exactCell,
  numberCell,
  standingCell,
  textCell,
  writeRecord,
} from "./write-record.ts";

/** An entry with the addenda that follow it. */
export function writeEntry(batch: NachaBatch, entry: NachaEntry): readonly string[] {
  const columns = entryColumns;
  const record = writeRecord("6", [
    digitsCell(columns.transactionCode, entry.transactionCode, "transaction code"),
    digitsCell(columns.rdfi, entry.rdfi, "receiving bank"),
    ...(isInternational(batch) ? foreignAccountCells(entry) : personCells(entry)),
    numberCell(columns.amount, entry.amountCents, "amount"),
    textCell(columns.discretionaryData, entry.discretionaryData),
    numberCell(columns.addendaIndicator, entry.addenda.length > 0 ? 1 : 0, "addenda indicator"),
    digitsCell(columns.traceNumber, entry.traceNumber, "trace number"),
  ]);
  return [record, ...writeAddenda(entry)];
}

function personCells(entry: NachaEntry): readonly Cell[] {
  return [
    exactCell(entryColumns.accountNumber, entry.accountNumber, "account number"),
    standingCell(entryColumns.individualId, entry.individualId, "identification number"),
    textCell(entryColumns.individualName, entry.individualName),
  ];
}

function foreignAccountCells(entry: NachaEntry): readonly Cell[] {
  const columns = internationalEntryColumns;
  return [
    numberCell(columns.addendaCount, entry.addenda.length, "number of addenda"),
    exactCell(columns.accountNumber, entry.accountNumber, "account number"),
  ];
}
