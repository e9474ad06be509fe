import { csvCell } from "../csv-cell.ts";

type Path = readonly string[];

type Member = string | number | boolean | object | null | undefined;

/** Rows as CSV (RFC 4180), with the names of columns of the list's file: a value within an object has the names of both. */
export function rowsCsv(rows: readonly object[]): string {
  const cells = rows.map((row) => new Map(valuesOf(row, []).map(([path, value]) => [path.join("."), value])));
  const paths = [...new Set(cells.flatMap((each) => [...each.keys()]))];
  // An object that is null in some rows has no column of its own.
  const columns = paths.filter((path) => !paths.some((other) => other.startsWith(`${path}.`)));
  const lines = cells.map((each) => columns.map((column) => csvCell(each.get(column) ?? "")));
  const header = columns.map((column) => column.replaceAll(".", "_"));
  return [header, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}

function valuesOf(value: object, path: Path): readonly (readonly [Path, string])[] {
  return Object.entries(value as Readonly<Record<string, Member>>).flatMap(([name, member]) => {
    const place = [...path, name];
    if (Array.isArray(member)) return isOfValues(member) ? [[place, member.join(" ")] as const] : [];
    if (typeof member === "object" && member !== null) return valuesOf(member, place);
    return [[place, String(member ?? "")] as const];
  });
}

function isOfValues(items: readonly unknown[]): boolean {
  return items.every((item) => typeof item !== "object");
}
