import { assert } from "../../kernel/assert.ts";
import { toAsciiText } from "../ascii-text.ts";
import { writeBankDate } from "./bank-date.ts";
import { type Columns, recordWidth, widthOf } from "./columns.ts";

/** A field and what stands in it, as wide as its columns. */
export interface Cell {
  readonly columns: Columns;
  readonly value: string;
}

/** A record of 94 columns; what no cell fills is blank. */
export function writeRecord(type: string, cells: readonly Cell[]): string {
  return cells.reduce(fill, type.padEnd(recordWidth));
}

function fill(record: string, { columns, value }: Cell): string {
  assert(value.length === widthOf(columns), "a field is as wide as its columns");
  return record.slice(0, columns.from - 1) + value + record.slice(columns.to);
}

/** For people to read: made ASCII, and cut to what fits. */
export function textCell(columns: Columns, text: string): Cell {
  const width = widthOf(columns);
  return { columns, value: toAsciiText(text).slice(0, width).padEnd(width) };
}

/** For machines to compare: it fits as it is, or the file cannot be written. */
export function exactCell(columns: Columns, value: string, name: string): Cell {
  assert(value.trimStart() === value, `the ${name} has no blanks before it`);
  return standingCell(columns, value, name);
}

/** The same for what may begin with blanks. */
export function standingCell(columns: Columns, value: string, name: string): Cell {
  assert(
    /^[ -~]*$/.test(value) && value.trimEnd() === value,
    `the ${name} is ASCII without blanks behind it`,
  );
  assert(value.length <= widthOf(columns), `the ${name} fits into ${widthOf(columns)} columns`);
  return { columns, value: value.padEnd(widthOf(columns)) };
}

/** As many digits as there are columns. */
export function digitsCell(columns: Columns, digits: string, name: string): Cell {
  const width = widthOf(columns);
  assert(/^[0-9]*$/.test(digits) && digits.length === width, `the ${name} has ${width} digits`);
  return { columns, value: digits };
}

export function digitsCellIfAny(columns: Columns, digits: string | undefined, name: string): Cell {
  return digits === undefined ? blankCell(columns) : digitsCell(columns, digits, name);
}

/** A number with zeros before it; one that is too great cannot be written. */
export function numberCell(columns: Columns, value: bigint | number, name: string): Cell {
  return digitsCell(columns, String(value).padStart(widthOf(columns), "0"), name);
}

/** `YYYY-MM-DD` as `YYMMDD`. */
export function dateCell(columns: Columns, date: string | undefined, name: string): Cell {
  if (date === undefined) return blankCell(columns);
  const digits = writeBankDate(date);
  assert(digits !== undefined, `the ${name} is a day of this century`);
  return { columns, value: digits };
}

function blankCell(columns: Columns): Cell {
  return { columns, value: " ".repeat(widthOf(columns)) };
}
