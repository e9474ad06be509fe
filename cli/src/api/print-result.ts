import { Option } from "commander";
import type { CommandContext } from "../command-context.ts";
import { fieldOf, listOf, textOf } from "../json-fields.ts";
import { plainText } from "../output.ts";
import { tableText } from "../table.ts";
import type { ApiOperation } from "./operation.ts";
import { paintOf } from "./paint.ts";

export type OutputFormat = "table" | "json" | "csv";

export interface OutputChoice {
  readonly json: boolean;
  readonly output?: OutputFormat;
}

export function outputOptions(): readonly Option[] {
  return [
    new Option("--json", "Output as JSON, as the API returns it").default(false),
    new Option("--output <format>", "Output format").choices(["table", "json", "csv"]),
  ];
}

export function formatOf({ json, output }: OutputChoice): OutputFormat {
  return output ?? (json ? "json" : "table");
}

/** Prints the response of an operation: a list, an item, or text. */
export function printResult(
  context: CommandContext,
  { items, columns = [] }: Pick<ApiOperation, "items" | "columns">,
  result: unknown,
  format: OutputFormat,
): void {
  if (result === undefined) return;
  if (typeof result === "string") context.stdout.write(result.endsWith("\n") ? result : `${result}\n`);
  else if (format === "json") context.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  else if (items === undefined) printItem(context, result, format);
  else printItems(context, { items, columns }, result, format);
}

function printItems(
  context: CommandContext,
  { items, columns }: { readonly items: string; readonly columns: readonly string[] },
  result: unknown,
  format: OutputFormat,
): void {
  const { stderr } = context;
  const rows = listOf(result, items).map((item) =>
    columns.map((name) => cellText(typeof item === "string" ? item : fieldOf(item, name))),
  );
  printRows(context, columns, rows, format);
  if (rows.length === 0 && format === "table") stderr.write(`No ${items.replaceAll("_", " ")}\n`);
  const pagination = fieldOf(result, "pagination");
  const next = fieldOf(pagination, "has_more") === false ? undefined : textOf(pagination, "next");
  if (next !== undefined) stderr.write(`There is more: pass --all, or --after ${next}\n`);
}

function printItem(context: CommandContext, item: unknown, format: OutputFormat): void {
  const lines = [...flatten(item, "")];
  const [names, texts] = [lines.map(([name]) => name), lines.map(([, text]) => text)];
  if (format === "csv") printRows(context, names, [texts], format);
  else printLines(context, lines);
}

function printLines(context: CommandContext, lines: readonly (readonly [string, string])[]): void {
  const { stdout } = context;
  const isAligned = stdout.terminalWidth !== undefined;
  const width = isAligned ? Math.max(0, ...lines.map(([name]) => name.length)) : 0;
  const paint = paintOf(context);
  for (const [name, text] of lines) {
    const value = name.endsWith("status") ? paint.status(text) : text;
    stdout.write(`${name.padEnd(width)}${isAligned ? "  " : "\t"}${value}\n`);
  }
}

function printRows(
  context: CommandContext,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  format: OutputFormat,
): void {
  const { stdout } = context;
  if (format === "csv") {
    for (const row of [columns, ...rows]) stdout.write(`${row.map(csvCell).join(",")}\n`);
  } else if (stdout.terminalWidth === undefined) {
    for (const row of rows) stdout.write(`${row.join("\t")}\n`);
  } else if (rows.length > 0) {
    stdout.write(`${paintOf(context).words(tableText(columns, rows, stdout.terminalWidth))}\n`);
  }
}

/** RFC 4180. A spreadsheet would run a cell that starts like a formula; names and memos are written by others. */
function csvCell(text: string): string {
  const inert = /^[=+\-@]/.test(text) && !isNumber.test(text) ? `'${text}` : text;
  return /[",]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Also an amount, such as `-5.00 USD`. */
const isNumber = /^[+-]?\d+(?:\.\d+)?(?: [A-Z0-9]{2,12})?$/;

/** `500.00 USD`, `base:FUSD`, or the id of something else. */
function cellText(value: unknown): string {
  const [amount, currency] = [textOf(value, "value"), textOf(value, "currency")];
  if (amount !== undefined) return plainText(currency === undefined ? amount : `${amount} ${currency}`);
  const valueType = textOf(value, "value_type");
  if (valueType !== undefined) return plainText(`${textOf(value, "transfer_type") ?? ""}:${valueType}`);
  return plainText(textOf(value, "id") ?? value);
}

/** A line for each field, nested ones with their path; absent ones are left out. */
function* flatten(value: unknown, path: string): Generator<readonly [string, string]> {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return;
  const isTextList = Array.isArray(value) && value.every((item) => typeof item !== "object");
  const isMoney = textOf(value, "value") !== undefined && Object.keys(value).length <= 2;
  if (typeof value !== "object" || isTextList || isMoney) {
    yield [path, cellText(value)];
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    yield* flatten(member, path === "" ? name : `${path}.${name}`);
  }
}
