import { setImmediate as nextTurn } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { SanctionsListError } from "./sanctions-list.ts";

/** One row of a file of the list, with its place for complaints. */
export interface SdnRow {
  readonly file: string;
  readonly line: number;
  readonly fields: readonly string[];
}

/** The real list has a tenth of this. */
export const maxFileBytes = 64 * 1024 * 1024;
const maxRowLength = 256 * 1024;
const maxRows = 500_000;
const pieceLength = 64 * 1024;

/** OFAC's CSV: no heading, `-0-` for nothing, and at the end sometimes the end-of-file sign of DOS. */
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

/** UTF-8 where it is that; else what Windows calls its own, in which the list was kept for decades. */
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

/** Piece by piece, with a pause after each, so that a large list does not hold up the node. */
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
