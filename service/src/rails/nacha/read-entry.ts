import type { EntryRecords } from "./arrange-records.ts";
import { type Cells, cellsOf } from "./cells.ts";
import { evaluateAddenda, isCorrection } from "./check-addenda.ts";
import { checkAddendaCount } from "./check-addenda-count.ts";
import { entryColumns as columns, internationalEntryColumns } from "./columns.ts";
import { isInternational } from "./international.ts";
import type { NachaEntry } from "./nacha-file.ts";
import type { ProblemList } from "./problem-list.ts";
import { readAddenda } from "./read-addenda.ts";
import type { BatchHeader } from "./read-batch-header.ts";
import { isRoutingNumber } from "./routing-digits.ts";
import { transactionCodeOf } from "./transaction-codes.ts";

export function readEntry(records: EntryRecords, batch: BatchHeader, problems: ProblemList): NachaEntry {
  const cells = cellsOf(records.entry, problems);
  const traceNumber = readTraceNumber(cells, batch);
  const entry: NachaEntry = {
    transactionCode: readTransactionCode(cells, batch),
    rdfi: readRdfi(cells),
    ...(isInternational(batch) ? readForeignAccount(cells) : readUser(cells)),
    amountCents: cells.number(columns.amount, "amount"),
    discretionaryData: cells.text(columns.discretionaryData),
    traceNumber,
    addenda: readAddenda(records.addenda, records.entry.isWhole ? traceNumber : undefined, problems),
  };
  checkIndicator(cells, records.addenda.length);
  checkAmount(cells, entry);
  checkAddendaCount(cells, batch, entry);
  const wrong = evaluateAddenda(batch, entry);
  if (wrong !== undefined) cells.refuse(columns.addendaIndicator, wrong.rule, wrong.detail);
  return entry;
}

type Receiver = Pick<NachaEntry, "accountNumber" | "individualId" | "individualName">;

function readUser(cells: Cells): Receiver {
  return {
    accountNumber: cells.mandatory(columns.accountNumber, "DFI account number"),
    individualId: cells.text(columns.individualId),
    individualName: cells.text(columns.individualName),
  };
}

/** An international entry has its parties in the addenda. */
function readForeignAccount(cells: Cells): Receiver {
  cells.reserved(internationalEntryColumns.reserved);
  cells.reserved(internationalEntryColumns.reservedToo);
  const accountNumber = cells.mandatory(internationalEntryColumns.accountNumber, "account number");
  return { accountNumber, individualId: "", individualName: "" };
}

function readTransactionCode(cells: Cells, batch: BatchHeader): string {
  const code = cells.text(columns.transactionCode);
  const known = transactionCodeOf(code);
  if (known === undefined) {
    cells.refuse(columns.transactionCode, "transaction-code", "unknown transaction code");
  } else if (batch.serviceClass === "220" && known.direction === "debit") {
    const detail = "a debit appears in a batch of service class code 220 (credits only)";
    cells.refuse(columns.transactionCode, "service-class-direction", detail);
  } else if (batch.serviceClass === "225" && known.direction === "credit") {
    const detail = "a credit appears in a batch of service class code 225 (debits only)";
    cells.refuse(columns.transactionCode, "service-class-direction", detail);
  }
  return code;
}

function readRdfi(cells: Cells): string {
  const rdfi = cells.digits(columns.rdfi, "receiving DFI identification");
  if (!isRoutingNumber(rdfi)) {
    const detail = "receiving DFI identification has an invalid check digit";
    cells.refuse(columns.rdfi, "entry-check-digit", detail);
  }
  return rdfi;
}

function readTraceNumber(cells: Cells, batch: BatchHeader): string {
  const traceNumber = cells.digits(columns.traceNumber, "trace number");
  if (!traceNumber.startsWith(batch.odfi)) {
    const detail = "trace number does not begin with the originating DFI identification of the batch";
    cells.refuse(columns.traceNumber, "odfi-trace", detail);
  }
  return traceNumber;
}

function checkIndicator(cells: Cells, addendaCount: number): void {
  const expected = addendaCount > 0 ? "1" : "0";
  if (cells.text(columns.addendaIndicator) !== expected) {
    const detail = `addenda record indicator must be ${expected}: the entry has ${addendaCount} addenda records`;
    cells.refuse(columns.addendaIndicator, "addenda-indicator", detail);
  }
}

function checkAmount(cells: Cells, { transactionCode, amountCents, addenda }: NachaEntry): void {
  const use = transactionCodeOf(transactionCode)?.use;
  const isEmpty = use === "prenote" || use === "zero_dollar" || addenda.some(isCorrection);
  if (isEmpty && amountCents > 0n) {
    cells.refuse(columns.amount, "amount-not-zero", "amount must be zero for a non-monetary entry");
  } else if (!isEmpty && use === "money" && amountCents === 0n) {
    cells.refuse(columns.amount, "amount-zero", "amount must not be zero");
  }
}
