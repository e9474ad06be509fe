import { csvLine } from "../csv.ts";
import type { AuditEntryAnswer } from "./audit-answer.ts";

export const auditFormats = ["csv", "ndjson"] as const;
export type AuditFormat = (typeof auditFormats)[number];

export const auditMediaTypes: Readonly<Record<AuditFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
};

/** Entries as a file: a line for each, and in CSV one for the names of the columns. */
export function auditFile(entries: readonly AuditEntryAnswer[], format: AuditFormat): string {
  switch (format) {
    case "csv":
      return (
        csvLine(columns) +
        entries.map((entry) => csvLine(columns.map((name) => cellOf(entry[name])))).join("")
      );
    case "ndjson":
      return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  }
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
