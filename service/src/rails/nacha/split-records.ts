import { recordWidth } from "./columns.ts";
import type { ProblemList } from "./problem-list.ts";

/** A line of a file, padded or cut to 94 columns. */
export interface NachaRecord {
  readonly line: number;
  readonly text: string;
  /** False when the line had another length, so its fields may be shifted. */
  readonly isWhole: boolean;
}

export const maxFileBytes = 64 * 1024 * 1024;

/** Splits a file into records. Lines of the wrong length are reported, then padded or cut so that checks continue. */
export function splitRecords(bytes: Buffer, problems: ProblemList): readonly NachaRecord[] {
  if (bytes.length === 0) problems.add({ line: 1, column: 1, rule: "empty", detail: "the file is empty" });
  if (bytes.length > maxFileBytes) {
    const detail = `the file is larger than ${maxFileBytes} bytes`;
    problems.add({ line: 1, column: 1, rule: "file-size", detail });
    return [];
  }
  // Latin-1 maps bytes to columns one to one; non-ASCII characters are reported below.
  const text = bytes.toString("latin1");
  const lines = /[\r\n]/.test(text) ? linesOf(text, problems) : chunksOf(text);
  return lines.map((line, index) => recordOf(line, index + 1, problems));
}

function linesOf(text: string, problems: ProblemList): readonly string[] {
  const lines = text.split("\n");
  const unended = lines.pop() ?? "";
  const endsInCr = lines.map((line) => line.endsWith("\r"));
  const mixedAt = endsInCr.findIndex((ends) => ends !== endsInCr[0]);
  if (mixedAt >= 0) {
    const detail = "line ends are mixed: use LF or CRLF throughout";
    problems.add({ line: mixedAt + 1, column: recordWidth + 1, rule: "line-end", detail });
  }
  const ended = lines.map((line) => line.replace(/\r$/, ""));
  return unended === "" ? ended : [...ended, unended];
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
