import { arrangeRecords, type NachaRecord, type RecordTree, splitRecords } from "./arrange-records.ts";
import { readBankDate, readBankTime } from "./bank-date.ts";
import { type Cells, cellsOf } from "./cells.ts";
import {
  batchHeaderColumns,
  blockSize,
  fileControlColumns,
  fileHeaderColumns,
  fileHeaderConstants,
} from "./columns.ts";
import type { NachaBatch, NachaFileHeader, NachaReading } from "./nacha-file.ts";
import { createProblemList, type ProblemList } from "./problem-list.ts";
import { readBatch } from "./read-batch.ts";
import { isRoutingNumber } from "./routing-digits.ts";
import { totalsOf } from "./totals.ts";

/**
 * Reads a Nacha file strictly: it meets every rule of `nachaRules`, or it is rejected with all of its problems. The one
 * exception are the addenda counts of IAT entries: only the entry is refused. Never throws, whatever the bytes are.
 */
export function readNacha(bytes: Buffer): NachaReading {
  const problems = createProblemList();
  const records = splitRecords(bytes, problems);
  const tree = arrangeRecords(records, problems);
  const header = tree.header === undefined ? undefined : readFileHeader(tree.header, problems);
  const batches = tree.batches.map((batch) => readBatch(batch, problems));
  checkBatchOrder(tree, batches, problems);
  checkFileControl({ tree, recordCount: records.length, batches }, problems);
  const found = problems.all();
  if (header === undefined || found.length > 0) return { ok: false, problems: found };
  const refused = problems.refusedEntries();
  return { ok: true, file: { header, batches }, ...(refused.length > 0 && { refused }) };
}

function readFileHeader(record: NachaRecord, problems: ProblemList): NachaFileHeader {
  const cells = cellsOf(record, problems);
  for (const constant of fileHeaderConstants) {
    if (cells.text(constant.columns) !== constant.value) {
      cells.refuse(constant.columns, "fixed", `the field must be ${constant.value}`);
    }
  }
  return {
    destination: readDestination(cells),
    origin: cells.mandatory(fileHeaderColumns.origin, "immediate origin"),
    createdOn: readCreatedOn(cells),
    createdAt: readCreatedAt(cells),
    modifier: readModifier(cells),
    destinationName: cells.text(fileHeaderColumns.destinationName),
    originName: cells.text(fileHeaderColumns.originName),
    referenceCode: cells.text(fileHeaderColumns.referenceCode),
  };
}

/** A blank and nine digits. Some banks write a zero instead of the blank. */
function readDestination(cells: Cells): string {
  const digits = cells.trimmed(fileHeaderColumns.destination).replace(/^0(?=[0-9]{9}$)/, "");
  if (!/^[0-9]{9}$/.test(digits)) {
    cells.refuse(
      fileHeaderColumns.destination,
      "numeric",
      "immediate destination must be a nine-digit routing number",
    );
  } else if (!isRoutingNumber(digits)) {
    const detail = "immediate destination has an invalid check digit";
    cells.refuse(fileHeaderColumns.destination, "destination-check-digit", detail);
  }
  return digits;
}

function readCreatedOn(cells: Cells): string {
  const date = readBankDate(cells.digits(fileHeaderColumns.createdOn, "file creation date"));
  if (date === undefined)
    cells.refuse(fileHeaderColumns.createdOn, "date", "file creation date is not a valid date (YYMMDD)");
  return date ?? "";
}

function readCreatedAt(cells: Cells): string | undefined {
  const digits = cells.digitsIfAny(fileHeaderColumns.createdAt, "file creation time");
  if (digits === undefined) return undefined;
  const time = readBankTime(digits);
  if (time === undefined)
    cells.refuse(fileHeaderColumns.createdAt, "time", "file creation time is not a valid time (HHMM)");
  return time;
}

function readModifier(cells: Cells): string {
  const modifier = cells.text(fileHeaderColumns.modifier);
  if (!/^[A-Z0-9]$/.test(modifier)) {
    cells.refuse(fileHeaderColumns.modifier, "modifier", "file ID modifier must be A to Z or 0 to 9");
  }
  return modifier;
}

function checkBatchOrder(tree: RecordTree, batches: readonly NachaBatch[], problems: ProblemList): void {
  for (const [index, { header }] of tree.batches.entries()) {
    const before = batches[index - 1]?.number ?? -1;
    if ((batches[index]?.number ?? 0) > before) continue;
    const detail = "batch number is not greater than that of the previous batch";
    problems.add({
      line: header.line,
      column: batchHeaderColumns.number.from,
      rule: "batch-number-order",
      detail,
    });
  }
}

interface ControlledFile {
  readonly tree: RecordTree;
  readonly recordCount: number;
  readonly batches: readonly NachaBatch[];
}

/** Checks the totals, counts and blocking of the file control. */
function checkFileControl(file: ControlledFile, problems: ProblemList): void {
  const { control } = file.tree;
  if (control === undefined) return;
  const cells = cellsOf(control, problems);
  cells.reserved(fileControlColumns.reserved);
  checkCounts(cells, file);
  checkTotals(cells, file.batches);
  checkBlocking(file, problems);
}

function checkCounts(cells: Cells, { tree, recordCount }: ControlledFile): void {
  if (cells.number(fileControlColumns.batchCount, "batch count") !== BigInt(tree.batches.length)) {
    cells.refuse(
      fileControlColumns.batchCount,
      "file-batch-count",
      `batch count must be ${tree.batches.length}`,
    );
  }
  const blocks = Math.ceil(recordCount / blockSize);
  if (cells.number(fileControlColumns.blockCount, "block count") !== BigInt(blocks)) {
    cells.refuse(fileControlColumns.blockCount, "file-block-count", `block count must be ${blocks}`);
  }
}

function checkTotals(cells: Cells, batches: readonly NachaBatch[]): void {
  const totals = totalsOf(batches.flatMap(({ entries }) => entries));
  const count = totals.entryCount + totals.addendaCount;
  if (cells.number(fileControlColumns.count, "entry/addenda count") !== BigInt(count)) {
    cells.refuse(fileControlColumns.count, "file-count", `entry/addenda count must be ${count}`);
  }
  if (cells.number(fileControlColumns.hash, "entry hash") !== totals.hash) {
    cells.refuse(
      fileControlColumns.hash,
      "file-hash",
      `entry hash does not match: the file adds up to ${totals.hash}`,
    );
  }
  if (cells.number(fileControlColumns.debitTotal, "total debit amount") !== totals.debitCents) {
    const detail = `total debit amount does not match: the file adds up to ${totals.debitCents} cents`;
    cells.refuse(fileControlColumns.debitTotal, "file-debit-total", detail);
  }
  if (cells.number(fileControlColumns.creditTotal, "total credit amount") !== totals.creditCents) {
    const detail = `total credit amount does not match: the file adds up to ${totals.creditCents} cents`;
    cells.refuse(fileControlColumns.creditTotal, "file-credit-total", detail);
  }
}

function checkBlocking({ tree, recordCount }: ControlledFile, problems: ProblemList): void {
  if (recordCount % blockSize === 0 && tree.padding < blockSize) return;
  const needed = (blockSize - ((recordCount - tree.padding) % blockSize)) % blockSize;
  const detail = `the file must be padded with ${needed} lines of nines to a multiple of ${blockSize} records`;
  problems.add({ line: recordCount, column: 1, rule: "blocking", detail });
}
