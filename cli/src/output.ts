import { Option } from "commander";
import type { CommandContext, Outlet } from "./command-context.ts";
import { tableText } from "./table.ts";

/** An item to print, field by field, with the API's field names. */
export type Shown = Readonly<Record<string, unknown>>;

export interface ListOutput {
  readonly items: readonly Shown[];
  /** Fields shown in tables and tab-separated lines; JSON has all fields. */
  readonly columns: readonly string[];
  readonly asJson: boolean;
  /** Plural noun for the items, such as `accounts`. */
  readonly noun: string;
  readonly isComplete: boolean;
}

export interface JsonChoice {
  readonly json: boolean;
}

export function jsonOption(): Option {
  return new Option("--json", "Output as JSON").default(false);
}

/** An item as the API presents it, with these fields or all; a time such as `created_at` is named `created`. */
export function shown(item: object, fields?: string): Shown {
  const renamed: Shown = Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name.replace(/_at$/, ""), value]),
  );
  if (fields === undefined) return renamed;
  return Object.fromEntries(fields.split(" ").map((name) => [name, renamed[name] ?? null]));
}

/** Names the fields as the API does: in snake_case, recursively; absent is null. */
export function withSnakeCase(item: object): Shown {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      inSnakeCase(value),
    ]),
  );
}

function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  return typeof value === "object" && value !== null ? withSnakeCase(value) : (value ?? null);
}

/** Prints a table on a terminal, tab-separated lines in a pipe, or JSON with `--json`. */
export function printList({ stdout, stderr }: CommandContext, list: ListOutput): void {
  const { items, columns, noun } = list;
  const rows = items.map((item) => columns.map((column) => plainText(item[column])));
  if (list.asJson) printJson(stdout, items);
  else if (stdout.terminalWidth === undefined) for (const row of rows) stdout.write(`${row.join("\t")}\n`);
  else if (rows.length > 0) stdout.write(`${tableText(columns, rows, stdout.terminalWidth)}\n`);
  if (rows.length === 0) stderr.write(`No ${noun}\n`);
  if (!list.isComplete) stderr.write(`Only the first ${rows.length} ${noun} are shown\n`);
}

/** Prints one item: a line per field, or JSON. */
export function printOne(
  { stdout }: CommandContext,
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
 * Control characters would break lines or control the terminal; invisible characters make a name look like another.
 * Error messages and customer data are untrusted.
 */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(plainText).join(",");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replaceAll(/\p{Cc}+/gu, " ").replaceAll(/\p{Cf}+/gu, "");
}
