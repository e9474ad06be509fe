import { recordWidth } from "./columns.ts";
import type { ProblemList } from "./problem-list.ts";

/** A line of a file, always 94 columns wide. */
export interface NachaRecord {
  readonly line: number;
  readonly text: string;
  /** False when it had another length: its fields may stand anywhere. */
  readonly isWhole: boolean;
}

export const maxFileBytes = 64 * 1024 * 1024;

/** The records of a file. Lines of another length are complained about and made to fit, for the sake of the others. */
export function splitRecords(bytes: Buffer, problems: ProblemList): readonly NachaRecord[] {
  if (bytes.length === 0) problems.add({ line: 1, column: 1, rule: "empty", detail: "the file is empty" });
  if (bytes.length > maxFileBytes) {
    const detail = `the file has more than ${maxFileBytes} bytes`;
    problems.add({ line: 1, column: 1, rule: "file-size", detail });
    return [];
  }
  // Latin-1 keeps bytes and columns one to one; what is not ASCII is found below.
  const text = bytes.toString("latin1");
  const lines = /[\r\n]/.test(text) ? linesOf(text, problems) : chunksOf(text);
  return lines.map((line, index) => recordOf(line, index + 1, problems));
}

function linesOf(text: string, problems: ProblemList): readonly string[] {
  const lines = text.split("\n");
  const unended = lines.pop() ?? "";
  const endsInCr = lines.map((line) => line.endsWith("\r"));
  const odd = endsInCr.findIndex((ends) => ends !== endsInCr[0]);
  if (odd >= 0) {
    const detail = "the line ends otherwise than those before it";
    problems.add({ line: odd + 1, column: recordWidth + 1, rule: "line-end", detail });
  }
  const ended = lines.map((line) => line.replace(/\r$/, ""));
  return unended === "" ? ended : [...ended, unended];
}

/** Some banks send records of fixed width without any line ends. */
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
    const detail = `the record has ${text.length} columns, not ${recordWidth}`;
    problems.add({ line, column: Math.min(text.length, recordWidth) + 1, rule: "line-length", detail });
  }
  const stranger = text.search(/[^ -~]/);
  if (stranger >= 0) {
    const detail = "the character is not printable ASCII";
    problems.add({ line, column: stranger + 1, rule: "character", detail });
  }
  const fitted = text.slice(0, recordWidth).padEnd(recordWidth);
  return { line, text: fitted.replaceAll(/[^ -~]/g, "?"), isWhole };
}
