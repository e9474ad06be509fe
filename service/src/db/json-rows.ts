import { snakeCase } from "../kernel/letter-case.ts";

/**
 * Rows as one JSON text for `json_populate_recordset`, for tables with too many columns for one array per column. Keys
 * become columns, bigint becomes a numeral, a Buffer becomes bytea, and undefined is NULL. Format instants beforehand.
 */
export function jsonRows(rows: readonly object[]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), jsonValue(value)])),
    ),
  );
}

function jsonValue(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  return Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value;
}
