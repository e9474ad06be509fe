import { csvLine } from "../csv.ts";
import type { AuditEntryAnswer } from "./audit-answer.ts";

/** Entries as a file: the names of the columns, and a line for each entry. */
export function auditFile(entries: readonly AuditEntryAnswer[]): string {
  const lines = entries.map((entry) => csvLine(columns.map((name) => cellOf(entry[name]))));
  return csvLine(columns) + lines.join("");
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
] as const satisfies readonly (keyof AuditEntryAnswer)[];

function cellOf(value: AuditEntryAnswer[(typeof columns)[number]]): string {
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
