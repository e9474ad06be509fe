import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { SanctionsListError } from "./sanctions-list.ts";

/** One row of a list file, with its location for error messages. */
export interface SdnRow {
  readonly file: string;
  readonly line: number;
  readonly fields: readonly string[];
}

/** Ten times the size of the real list. */
export const maxFileBytes = 64 * 1024 * 1024;
const maxRowLength = 256 * 1024;
const maxRows = 500_000;
const pieceLength = 64 * 1024;

/** OFAC's CSV: no header, `-0-` for null, and sometimes a DOS end-of-file character at the end. */
export async function* readSdnRows(
  file: string,
  content: Uint8Array,
  columns: number,
): AsyncGenerator<SdnRow> {
  if (content.byteLength > maxFileBytes) {
    throw new SanctionsListError(`${file} is larger than ${maxFileBytes} bytes; it is not a sanctions list.`);
  }
  const text = withoutEndSign(decode(content));
  let rows = 0;
  for await (const { record, info } of parsed(file, text)) {
    const line = info.lines;
    rows += 1;
    if (rows > maxRows) throw new SanctionsListError(`${file} has more than ${maxRows} rows.`);
    if (record.length !== columns) {
      throw new SanctionsListError(
        `${file}, line ${line}: has ${record.length} columns and should have ${columns}.`,
      );
    }
    yield { file, line, fields: record.map((field) => (field.trim() === "-0-" ? "" : field.trim())) };
  }
}

/** UTF-8 if valid; otherwise Windows-1252, the list's encoding for decades. */
function decode(content: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder("windows-1252").decode(content);
  }
}

const endSign = "\u001a";

function withoutEndSign(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.endsWith(endSign) ? trimmed.slice(0, -endSign.length) : text;
}

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Chunk by chunk, yielding after each, so that a large list does not block the event loop. */
async function* parsed(file: string, text: string): AsyncGenerator<ParsedRow> {
  const parser = parse({
    bom: true,
    info: true,
    max_record_size: maxRowLength,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const feeding = feed(parser, text);
  try {
    yield* parser;
  } catch (error) {
    if (error instanceof CsvError) throw brokenRow(file, error);
    throw error;
  } finally {
    parser.destroy();
    await feeding;
  }
}

async function feed(parser: ReturnType<typeof parse>, text: string): Promise<void> {
  for (let at = 0; at < text.length && !parser.destroyed; at += pieceLength) {
    parser.write(text.slice(at, at + pieceLength));
    await nextTurn();
  }
  if (!parser.destroyed) parser.end();
}

function brokenRow(file: string, error: CsvError): SanctionsListError {
  const place = "lines" in error ? `, line ${String(error["lines"])}` : "";
  return new SanctionsListError(`${file}${place}: is not CSV: ${error.message}.`, { cause: error });
}
