import { csvLine } from "../csv.ts";
import type { AuditEntryAnswer } from "./audit-answer.ts";

/** Entries as a file: the names of the columns, a line for each entry, and one more where there are more of them. */
export function auditFile(entries: readonly AuditEntryAnswer[], isComplete: boolean): string {
  const lines = entries.map((entry) => csvLine(columns.map((name) => cellOf(entry[name]))));
  const end = isComplete ? "" : csvLine(["limit_reached", "there are more entries than this file holds"]);
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
] as const satisfies readonly (keyof AuditEntryAnswer)[];

function cellOf(value: AuditEntryAnswer[(typeof columns)[number]]): string {
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
