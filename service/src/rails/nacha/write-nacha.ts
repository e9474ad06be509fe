import { assert } from "../../kernel/assert.ts";
import {
  batchControlColumns,
  batchHeaderColumns,
  blockSize,
  entryColumns,
  fileControlColumns,
  fileHeaderColumns,
  fileHeaderConstants,
  internationalEntryColumns,
  recordWidth,
} from "./columns.ts";
import type { NachaBatch, NachaEntry, NachaFile, NachaFileHeader } from "./nacha-file.ts";
import { readNacha } from "./read-nacha.ts";
import { isInternational } from "./sec-codes.ts";
import { totalsOf } from "./totals.ts";
import { writeAddenda } from "./write-addenda.ts";
import {
  type Cell,
  dateCell,
  digitsCell,
  digitsCellIfAny,
  exactCell,
  fixedCell,
  numberCell,
  textCell,
  writeRecord,
} from "./write-record.ts";

/**
 * Writes a file that `readNacha` reads back unchanged. Names and texts are transliterated to ASCII and truncated. An
 * amount, account number or identification that does not fit is a bug of the caller, and nothing is written.
 */
export function writeNacha(file: NachaFile): Buffer {
  const records = [writeFileHeader(file.header), ...file.batches.flatMap(writeBatch)];
  const blockCount = Math.ceil((records.length + 1) / blockSize);
  records.push(writeFileControl(file, blockCount));
  const padding = Array.from({ length: blockCount * blockSize - records.length }, () =>
    "9".repeat(recordWidth),
  );
  const bytes = Buffer.from(`${[...records, ...padding].join("\n")}\n`, "latin1");
  assertReadable(bytes);
  return bytes;
}

function writeFileHeader(header: NachaFileHeader): string {
  const columns = fileHeaderColumns;
  const { from, to } = columns.destination;
  return writeRecord("1", [
    ...fileHeaderConstants,
    digitsCell({ from: from + 1, to }, header.destination, "destination"),
    originCell(header.origin),
    dateCell(columns.createdOn, header.createdOn, "file creation date"),
    digitsCellIfAny(columns.createdAt, header.createdAt?.replace(":", ""), "file creation time"),
    exactCell(columns.modifier, header.modifier, "modifier"),
    textCell(columns.destinationName, header.destinationName),
    textCell(columns.originName, header.originName),
    textCell(columns.referenceCode, header.referenceCode),
  ]);
}

/** By convention a blank precedes a nine-digit routing number. */
function originCell(origin: string): Cell {
  const { columns, value } = exactCell(fileHeaderColumns.origin, origin, "origin");
  return { columns, value: value.trimEnd().padStart(value.length) };
}

function writeBatch(batch: NachaBatch): readonly string[] {
  const entries = batch.entries.flatMap((entry) => writeEntry(batch, entry));
  return [writeBatchHeader(batch), ...entries, writeBatchControl(batch)];
}

/** An entry followed by its addenda. */
function writeEntry(batch: NachaBatch, entry: NachaEntry): readonly string[] {
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

function writeBatchHeader(batch: NachaBatch): string {
  const columns = batchHeaderColumns;
  return writeRecord("5", [
    exactCell(columns.serviceClass, batch.serviceClass, "service class code"),
    textCell(columns.companyName, batch.companyName),
    textCell(columns.discretionaryData, batch.discretionaryData),
    exactCell(columns.companyId, batch.companyId, "company identification"),
    exactCell(columns.sec, batch.sec, "standard entry class code"),
    textCell(columns.description, batch.description),
    textCell(columns.descriptiveDate, batch.descriptiveDate),
    dateCell(columns.effectiveDate, batch.effectiveDate, "effective entry date"),
    digitsCellIfAny(columns.settlementDay, batch.settlementDay, "settlement date"),
    exactCell(columns.originatorStatus, batch.originatorStatus, "originator status code"),
    digitsCell(columns.odfi, batch.odfi, "originating DFI identification"),
    numberCell(columns.number, batch.number, "batch number"),
  ]);
}

function writeBatchControl(batch: NachaBatch): string {
  const columns = batchControlColumns;
  const totals = totalsOf(batch.entries);
  return writeRecord("8", [
    exactCell(columns.serviceClass, batch.serviceClass, "service class code"),
    numberCell(columns.count, totals.entryCount + totals.addendaCount, "entry/addenda count"),
    numberCell(columns.hash, totals.hash, "entry hash"),
    numberCell(columns.debitTotal, totals.debitCents, "total debit amount"),
    numberCell(columns.creditTotal, totals.creditCents, "total credit amount"),
    exactCell(columns.companyId, batch.companyId, "company identification"),
    digitsCell(columns.odfi, batch.odfi, "originating DFI identification"),
    numberCell(columns.number, batch.number, "batch number"),
  ]);
}

function writeFileControl(file: NachaFile, blockCount: number): string {
  const columns = fileControlColumns;
  const totals = totalsOf(file.batches.flatMap(({ entries }) => entries));
  return writeRecord("9", [
    numberCell(columns.batchCount, file.batches.length, "batch count"),
    numberCell(columns.blockCount, blockCount, "block count"),
    numberCell(columns.count, totals.entryCount + totals.addendaCount, "entry/addenda count"),
    numberCell(columns.hash, totals.hash, "entry hash"),
    numberCell(columns.debitTotal, totals.debitCents, "total debit amount"),
    numberCell(columns.creditTotal, totals.creditCents, "total credit amount"),
  ]);
}

/** A rule violation must fail here and not at the bank. */
function assertReadable(bytes: Buffer): void {
  const reading = readNacha(bytes);
  if (reading.ok && reading.refused === undefined) return;
  const problems = reading.ok ? reading.refused?.map(({ problem }) => problem) : reading.problems;
  const rules = new Set(problems?.map(({ line, rule }) => `${rule} in line ${line}`));
  assert(false, `a written file must meet every rule, but broke: ${[...rules].join(", ")}`);
}
