import { arrangeRecords, type RecordTree } from "./arrange-records.ts";
import { checkFileControl } from "./check-file-control.ts";
import { batchHeaderColumns } from "./columns.ts";
import type { NachaBatch, NachaReading } from "./nacha-file.ts";
import { createProblemList, type ProblemList } from "./problem-list.ts";
import { readBatch } from "./read-batch.ts";
import { readFileHeader } from "./read-file-header.ts";
import { splitRecords } from "./split-records.ts";

/**
 * Reads a Nacha file strictly: it meets every rule of `nachaRules`, or it is rejected with all of its problems. Never
 * throws, whatever the bytes are.
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
  return { ok: true, file: { header, batches } };
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
