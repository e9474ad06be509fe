import { Option } from "commander";
import type { Outlet, Surroundings } from "./surroundings.ts";
import { tableText } from "./table.ts";

/** One thing to show, field by field, with the names that the API uses. */
export type Shown = Readonly<Record<string, unknown>>;

export interface ListOutput {
  readonly items: readonly Shown[];
  /** The fields that have room in a table and in tab-separated lines; JSON has all. */
  readonly columns: readonly string[];
  readonly asJson: boolean;
  /** What to call the items, such as `accounts`. */
  readonly noun: string;
  readonly isComplete: boolean;
}

export interface JsonChoice {
  readonly json: boolean;
}

export function jsonOption(): Option {
  return new Option("--json", "print JSON").default(false);
}

/** A table for a person, tab-separated lines for a pipe, or JSON where it was asked for. */
export function printList({ stdout, stderr }: Surroundings, list: ListOutput): void {
  const { items, columns, noun } = list;
  const rows = items.map((item) => columns.map((column) => plainText(item[column])));
  if (list.asJson) printJson(stdout, items);
  else if (stdout.terminalWidth === undefined) for (const row of rows) stdout.write(`${row.join("\t")}\n`);
  else if (rows.length > 0) stdout.write(`${tableText(columns, rows, stdout.terminalWidth)}\n`);
  if (rows.length === 0) stderr.write(`there are no ${noun}\n`);
  if (!list.isComplete) stderr.write(`there are more ${noun} than the ${rows.length} shown\n`);
}

/** One thing: a line for each field, or JSON. */
export function printOne(
  { stdout }: Surroundings,
  item: Shown,
  { asJson }: { readonly asJson: boolean },
): void {
  if (asJson) printJson(stdout, item);
  else stdout.write(fieldLines(item, stdout.terminalWidth !== undefined));
}

function printJson(stdout: Outlet, value: unknown): void {
  stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

function fieldLines(item: Shown, isAligned: boolean): string {
  const width = isAligned ? Math.max(...Object.keys(item).map((name) => name.length)) : 0;
  const gap = isAligned ? "  " : "\t";
  return Object.entries(item)
    .map(([name, value]) => `${name.padEnd(width)}${gap}${plainText(value)}\n`)
    .join("");
}

/**
 * Control characters would break the lines, or speak to the terminal; invisible ones make a name look like another one.
 * What an error or a customer says is not ours to trust.
 */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(plainText).join(",");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replaceAll(/\p{Cc}+/gu, " ").replaceAll(/\p{Cf}+/gu, "");
}
