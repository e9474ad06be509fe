import type { RecordTree } from "./arrange-records.ts";
import { type Cells, cellsOf } from "./cells.ts";
import { blockSize, fileControlColumns as columns } from "./columns.ts";
import type { NachaBatch } from "./nacha-file.ts";
import type { ProblemList } from "./problem-list.ts";
import { totalsOf } from "./totals.ts";

export interface ControlledFile {
  readonly tree: RecordTree;
  readonly recordCount: number;
  readonly batches: readonly NachaBatch[];
}

/** The file control adds up the batches and counts the blocks. */
export function checkFileControl(file: ControlledFile, problems: ProblemList): void {
  const { control } = file.tree;
  if (control === undefined) return;
  const cells = cellsOf(control, problems);
  cells.reserved(columns.reserved);
  checkCounts(cells, file);
  checkTotals(cells, file.batches);
  checkBlocking(file, problems);
}

function checkCounts(cells: Cells, { tree, recordCount }: ControlledFile): void {
  if (cells.number(columns.batchCount, "number of batches") !== BigInt(tree.batches.length)) {
    cells.refuse(columns.batchCount, "file-batch-count", `the file has ${tree.batches.length} batches`);
  }
  const blocks = Math.ceil(recordCount / blockSize);
  if (cells.number(columns.blockCount, "number of blocks") !== BigInt(blocks)) {
    cells.refuse(columns.blockCount, "file-block-count", `the file has ${blocks} blocks of ten records`);
  }
}

function checkTotals(cells: Cells, batches: readonly NachaBatch[]): void {
  const totals = totalsOf(batches.flatMap(({ entries }) => entries));
  const count = totals.entryCount + totals.addendaCount;
  if (cells.number(columns.count, "number of entries and addenda") !== BigInt(count)) {
    cells.refuse(columns.count, "file-count", `the file has ${count} entries and addenda`);
  }
  if (cells.number(columns.hash, "entry hash") !== totals.hash) {
    cells.refuse(columns.hash, "file-hash", `the entry hash of the file is ${totals.hash}`);
  }
  if (cells.number(columns.debitTotal, "debit total") !== totals.debitCents) {
    const detail = `the debits of the file sum to ${totals.debitCents} cents`;
    cells.refuse(columns.debitTotal, "file-debit-total", detail);
  }
  if (cells.number(columns.creditTotal, "credit total") !== totals.creditCents) {
    const detail = `the credits of the file sum to ${totals.creditCents} cents`;
    cells.refuse(columns.creditTotal, "file-credit-total", detail);
  }
}

function checkBlocking({ tree, recordCount }: ControlledFile, problems: ProblemList): void {
  if (recordCount % blockSize === 0 && tree.padding < blockSize) return;
  const needed = (blockSize - ((recordCount - tree.padding) % blockSize)) % blockSize;
  const detail = `the file must end with ${needed} lines of nines, to a multiple of ${blockSize} records`;
  problems.add({ line: recordCount, column: 1, rule: "blocking", detail });
}
