import { csvLine } from "../../kernel/csv.ts";
import type { AuditEntryResponse } from "./audit-response.ts";

/** Entries as CSV: a header, a line per entry, and a last line if there are more. */
export function auditFile(entries: readonly AuditEntryResponse[], isComplete: boolean): string {
  const lines = entries.map((entry) => csvLine(columns.map((name) => cellOf(entry[name]))));
  const end = isComplete
    ? ""
    : csvLine(["limit_reached", "there are more entries than this file can contain"]);
  return csvLine(columns) + lines.join("") + end;
}

const columns = [
  "id",
  "at",
  "tenant_id",
  "network",
  "account_id",
  "actor_type",
  "actor_id",
  "actor_name",
  "request_id",
  "action",
  "subject_type",
  "subject_id",
  "before",
  "after",
] as const satisfies readonly (keyof AuditEntryResponse)[];

function cellOf(value: AuditEntryResponse[(typeof columns)[number]]): string {
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
