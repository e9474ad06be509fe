import { assert } from "../../kernel/assert.ts";
import { toAsciiText } from "../ascii-text.ts";
import { writeBankDate } from "./bank-date.ts";
import { type Columns, recordWidth, widthOf } from "./columns.ts";

/** A field with its value, as wide as its columns. */
export interface Cell {
  readonly columns: Columns;
  readonly value: string;
}

/** A record of 94 columns; unused columns are blank. */
export function writeRecord(type: string, cells: readonly Cell[]): string {
  return cells.reduce(fill, type.padEnd(recordWidth));
}

function fill(record: string, { columns, value }: Cell): string {
  assert(value.length === widthOf(columns), "a value must be as wide as its columns");
  return record.slice(0, columns.from - 1) + value + record.slice(columns.to);
}

/** Free text: transliterated to ASCII and truncated. */
export function textCell(columns: Columns, text: string): Cell {
  const width = widthOf(columns);
  return { columns, value: toAsciiText(text).slice(0, width).padEnd(width) };
}

/** Compared by machines: written unchanged, or the file cannot be written. */
export function exactCell(columns: Columns, value: string, name: string): Cell {
  assert(value.trimStart() === value, `${name} must have no leading blanks`);
  return fixedCell(columns, value, name);
}

/** Like `exactCell`, but allows leading blanks. */
export function fixedCell(columns: Columns, value: string, name: string): Cell {
  assert(
    /^[ -~]*$/.test(value) && value.trimEnd() === value,
    `${name} must be ASCII without trailing blanks`,
  );
  assert(value.length <= widthOf(columns), `${name} must fit into ${widthOf(columns)} columns`);
  return { columns, value: value.padEnd(widthOf(columns)) };
}

/** Exactly as many digits as columns. */
export function digitsCell(columns: Columns, digits: string, name: string): Cell {
  const width = widthOf(columns);
  assert(/^[0-9]*$/.test(digits) && digits.length === width, `${name} must be ${width} digits`);
  return { columns, value: digits };
}

export function digitsCellIfAny(columns: Columns, digits: string | undefined, name: string): Cell {
  return digits === undefined ? blankCell(columns) : digitsCell(columns, digits, name);
}

/** A zero-padded number; one that is too large cannot be written. */
export function numberCell(columns: Columns, value: bigint | number, name: string): Cell {
  return digitsCell(columns, String(value).padStart(widthOf(columns), "0"), name);
}

/** `YYYY-MM-DD` as `YYMMDD`. */
export function dateCell(columns: Columns, date: string | undefined, name: string): Cell {
  if (date === undefined) return blankCell(columns);
  const digits = writeBankDate(date);
  assert(digits !== undefined, `${name} must be a valid date from 2000 to 2099`);
  return { columns, value: digits };
}

function blankCell(columns: Columns): Cell {
  return { columns, value: " ".repeat(widthOf(columns)) };
}
