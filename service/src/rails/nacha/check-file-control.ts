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

/** Checks the totals, counts and blocking of the file control. */
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
  if (cells.number(columns.batchCount, "batch count") !== BigInt(tree.batches.length)) {
    cells.refuse(columns.batchCount, "file-batch-count", `batch count must be ${tree.batches.length}`);
  }
  const blocks = Math.ceil(recordCount / blockSize);
  if (cells.number(columns.blockCount, "block count") !== BigInt(blocks)) {
    cells.refuse(columns.blockCount, "file-block-count", `block count must be ${blocks}`);
  }
}

function checkTotals(cells: Cells, batches: readonly NachaBatch[]): void {
  const totals = totalsOf(batches.flatMap(({ entries }) => entries));
  const count = totals.entryCount + totals.addendaCount;
  if (cells.number(columns.count, "entry/addenda count") !== BigInt(count)) {
    cells.refuse(columns.count, "file-count", `entry/addenda count must be ${count}`);
  }
  if (cells.number(columns.hash, "entry hash") !== totals.hash) {
    cells.refuse(columns.hash, "file-hash", `entry hash does not match: the file adds up to ${totals.hash}`);
  }
  if (cells.number(columns.debitTotal, "total debit amount") !== totals.debitCents) {
    const detail = `total debit amount does not match: the file adds up to ${totals.debitCents} cents`;
    cells.refuse(columns.debitTotal, "file-debit-total", detail);
  }
  if (cells.number(columns.creditTotal, "total credit amount") !== totals.creditCents) {
    const detail = `total credit amount does not match: the file adds up to ${totals.creditCents} cents`;
    cells.refuse(columns.creditTotal, "file-credit-total", detail);
  }
}

function checkBlocking({ tree, recordCount }: ControlledFile, problems: ProblemList): void {
  if (recordCount % blockSize === 0 && tree.padding < blockSize) return;
  const needed = (blockSize - ((recordCount - tree.padding) % blockSize)) % blockSize;
  const detail = `the file must be padded with ${needed} lines of nines to a multiple of ${blockSize} records`;
  problems.add({ line: recordCount, column: 1, rule: "blocking", detail });
}
