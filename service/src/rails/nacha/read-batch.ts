import type { BatchRecords } from "./arrange-records.ts";
import { cellsOf } from "./cells.ts";
import { checkBatchControl } from "./check-batch-control.ts";
import { entryColumns } from "./columns.ts";
import type { NachaBatch, NachaEntry } from "./nacha-file.ts";
import type { ProblemList } from "./problem-list.ts";
import { readBatchHeader } from "./read-batch-header.ts";
import { readEntry } from "./read-entry.ts";

export function readBatch(records: BatchRecords, problems: ProblemList): NachaBatch {
  const header = readBatchHeader(records.header, problems);
  const entries = records.entries.map((entry) => readEntry(entry, header, problems));
  const batch = { ...header, entries };
  if (entries.length === 0) {
    const detail = "the batch has no entries";
    problems.add({ line: records.header.line, column: 1, rule: "no-entries", detail });
  }
  checkTraceOrder(records, entries, problems);
  if (records.control !== undefined) checkBatchControl(records.control, batch, problems);
  return batch;
}

function checkTraceOrder(records: BatchRecords, entries: readonly NachaEntry[], problems: ProblemList): void {
  for (const [index, { entry }] of records.entries.entries()) {
    const before = entries[index - 1]?.traceNumber ?? "";
    const trace = entries[index]?.traceNumber ?? "";
    if (trace > before) continue;
    const detail = "trace number is not greater than that of the previous entry";
    cellsOf(entry, problems).refuse(entryColumns.traceNumber, "trace-order", detail);
  }
}
