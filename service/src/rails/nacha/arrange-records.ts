import { recordWidth } from "./columns.ts";
import type { NachaRule } from "./nacha-rule.ts";
import type { ProblemList } from "./problem-list.ts";

/** A line of a file, padded or cut to 94 columns. */
export interface NachaRecord {
  readonly line: number;
  readonly text: string;
  /** False when the line had another length, so its fields may be shifted. */
  readonly isWhole: boolean;
}

/** The records of a file as a tree. Misplaced records have already been reported. */
export interface RecordTree {
  readonly header: NachaRecord | undefined;
  readonly batches: readonly BatchRecords[];
  readonly control: NachaRecord | undefined;
  /** Number of lines of nines that fill the last block. */
  readonly padding: number;
}

export interface BatchRecords {
  readonly header: NachaRecord;
  readonly entries: readonly EntryRecords[];
  readonly control: NachaRecord | undefined;
}

export interface EntryRecords {
  readonly entry: NachaRecord;
  readonly addenda: readonly NachaRecord[];
}

export const maxFileBytes = 64 * 1024 * 1024;

/** Splits a file into records. Lines of the wrong length are reported, then padded or cut so that checks continue. */
export function splitRecords(bytes: Buffer, problems: ProblemList): readonly NachaRecord[] {
  if (bytes.length > maxFileBytes) {
    const detail = `the file is larger than ${maxFileBytes} bytes`;
    problems.add({ line: 1, column: 1, rule: "file-size", detail });
    return [];
  }
  // Latin-1 maps bytes to columns one to one; non-ASCII characters are reported below.
  const text = withoutEnd(bytes.toString("latin1"));
  if (text === "") problems.add({ line: 1, column: 1, rule: "empty", detail: "the file is empty" });
  const lines = /[\r\n]/.test(text) ? linesOf(text, problems) : chunksOf(text);
  return lines.map((line, index) => recordOf(line, index + 1, problems));
}

/**
 * Without what some programs append: blank lines, and Ctrl-Z, the end of a file in DOS. The last record loses its line
 * end, too, so that fixed-width records may end with one. Blanks at its end are its own.
 */
function withoutEnd(text: string): string {
  let end = text.length;
  for (;;) {
    while (text[end - 1] === ctrlZ) end -= 1;
    let line = end;
    while (text[line - 1] === " ") line -= 1;
    if (text[line - 1] !== "\n") return text.slice(0, end);
    end = text[line - 2] === "\r" ? line - 2 : line - 1;
  }
}

const ctrlZ = "\u001a";

function linesOf(text: string, problems: ProblemList): readonly string[] {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  const endsInCr = lines.map((line) => line.endsWith("\r"));
  const mixedAt = endsInCr.findIndex((ends) => ends !== endsInCr[0]);
  if (mixedAt >= 0) {
    const detail = "line ends are mixed: use LF or CRLF throughout";
    problems.add({ line: mixedAt + 1, column: recordWidth + 1, rule: "line-end", detail });
  }
  const ended = lines.map((line) => line.replace(/\r$/, ""));
  return [...ended, last];
}

/** Some banks send fixed-width records without line ends. */
function chunksOf(text: string): readonly string[] {
  const chunks: string[] = [];
  for (let start = 0; start < text.length; start += recordWidth) {
    chunks.push(text.slice(start, start + recordWidth));
  }
  return chunks;
}

function recordOf(text: string, line: number, problems: ProblemList): NachaRecord {
  const isWhole = text.length === recordWidth;
  if (!isWhole) {
    const detail = `the record must have ${recordWidth} characters, but has ${text.length}`;
    problems.add({ line, column: Math.min(text.length, recordWidth) + 1, rule: "line-length", detail });
  }
  const invalidAt = text.search(/[^ -~]/);
  if (invalidAt >= 0) {
    const detail = "characters must be printable ASCII";
    problems.add({ line, column: invalidAt + 1, rule: "character", detail });
  }
  const fitted = text.slice(0, recordWidth).padEnd(recordWidth);
  return { line, text: fitted.replaceAll(/[^ -~]/g, "?"), isWhole };
}

const nines = "9".repeat(recordWidth);

export function arrangeRecords(records: readonly NachaRecord[], problems: ProblemList): RecordTree {
  const tree: GrowingTree = { batches: [], padding: 0, openBatch: undefined, openEntry: undefined };
  for (const record of records) {
    const misplaced = place(tree, record);
    if (misplaced !== undefined) problems.add({ line: record.line, column: 1, ...misplaced });
  }
  const line = records.length + 1;
  for (const missing of missingRecords(tree, records)) problems.add({ line, column: 1, ...missing });
  return { ...tree, header: tree.header, control: tree.control };
}

interface GrowingTree {
  header?: NachaRecord;
  readonly batches: GrowingBatch[];
  control?: NachaRecord;
  padding: number;
  openBatch: GrowingBatch | undefined;
  openEntry: GrowingEntry | undefined;
}

interface GrowingBatch {
  readonly header: NachaRecord;
  readonly entries: GrowingEntry[];
  control: NachaRecord | undefined;
}

interface GrowingEntry {
  readonly entry: NachaRecord;
  readonly addenda: NachaRecord[];
}

interface Misplaced {
  readonly rule: NachaRule;
  readonly detail: string;
}

function place(tree: GrowingTree, record: NachaRecord): Misplaced | undefined {
  if (record.text === nines) return placePadding(tree);
  const late = tree.control === undefined ? undefined : afterFileControl(record);
  switch (record.text.slice(0, 1)) {
    case "1":
      return placeFileHeader(tree, record);
    case "5":
      return late ?? placeBatchHeader(tree, record);
    case "6":
      return late ?? placeEntry(tree, record);
    case "7":
      return late ?? placeAddenda(tree, record);
    case "8":
      return late ?? placeBatchControl(tree, record);
    case "9":
      return placeFileControl(tree, record);
    default:
      return { rule: "record-type", detail: "unknown record type code" };
  }
}

function afterFileControl(record: NachaRecord): Misplaced {
  const detail = `record type ${record.text.slice(0, 1)} appears after the file control`;
  return { rule: "record-order", detail };
}

function placePadding(tree: GrowingTree): Misplaced | undefined {
  tree.padding += 1;
  if (tree.control !== undefined) return undefined;
  return { rule: "blocking", detail: "padding (a line of nines) appears before the file control" };
}

function placeFileHeader(tree: GrowingTree, record: NachaRecord): Misplaced | undefined {
  const isFirst = record.line === 1;
  tree.header ??= record;
  return isFirst ? undefined : { rule: "file-header", detail: "the file header must be the first record" };
}

function placeBatchHeader(tree: GrowingTree, record: NachaRecord): Misplaced | undefined {
  const unclosed = tree.openBatch !== undefined;
  const batch: GrowingBatch = { header: record, entries: [], control: undefined };
  tree.batches.push(batch);
  tree.openBatch = batch;
  tree.openEntry = undefined;
  return unclosed ? { rule: "batch-control", detail: "the previous batch has no batch control" } : undefined;
}

function placeEntry(tree: GrowingTree, record: NachaRecord): Misplaced | undefined {
  if (tree.openBatch === undefined) {
    return { rule: "record-order", detail: "an entry detail record appears outside of a batch" };
  }
  const entry: GrowingEntry = { entry: record, addenda: [] };
  tree.openBatch.entries.push(entry);
  tree.openEntry = entry;
  return undefined;
}

function placeAddenda(tree: GrowingTree, record: NachaRecord): Misplaced | undefined {
  if (tree.openEntry === undefined) {
    return {
      rule: "addenda-outside-entry",
      detail: "an addenda record has no entry detail record before it",
    };
  }
  tree.openEntry.addenda.push(record);
  return undefined;
}

function placeBatchControl(tree: GrowingTree, record: NachaRecord): Misplaced | undefined {
  const batch = tree.openBatch;
  if (batch === undefined) return { rule: "record-order", detail: "a batch control has no open batch" };
  batch.control = record;
  tree.openBatch = undefined;
  tree.openEntry = undefined;
  return undefined;
}

function placeFileControl(tree: GrowingTree, record: NachaRecord): Misplaced | undefined {
  if (tree.control !== undefined) return { rule: "file-control", detail: "more than one file control" };
  const unclosed = tree.openBatch !== undefined;
  tree.control = record;
  tree.openBatch = undefined;
  tree.openEntry = undefined;
  return unclosed ? { rule: "batch-control", detail: "the last batch has no batch control" } : undefined;
}

function missingRecords(tree: GrowingTree, records: readonly NachaRecord[]): readonly Misplaced[] {
  const missing: Misplaced[] = [];
  if (records.length === 0) return missing;
  if (tree.header === undefined) missing.push({ rule: "file-header", detail: "the file header is missing" });
  if (tree.openBatch !== undefined) {
    missing.push({ rule: "batch-control", detail: "the last batch has no batch control" });
  }
  if (tree.control === undefined)
    missing.push({ rule: "file-control", detail: "the file control is missing" });
  if (tree.batches.length === 0) missing.push({ rule: "no-batches", detail: "the file has no batches" });
  return missing;
}
