import { assert } from "../kernel/assert.ts";
import type { AuditedFields } from "./audit-entry.ts";

const maxFields = 50;
const maxTextLength = 1_000;

/** Serializes fields for the log. Long texts are truncated: the log records the change, not a copy of the data. */
export function auditedText(fields: AuditedFields | undefined): string | null {
  if (fields === undefined) return null;
  const entries = Object.entries(fields);
  assert(entries.length <= maxFields, `an audit log entry has at most ${maxFields} fields`);
  return JSON.stringify(Object.fromEntries(entries.map(([name, value]) => [name, storable(value)])));
}

/** PostgreSQL stores neither U+0000 nor unpaired surrogates; an audit log entry must not fail its change. */
function storable(value: AuditedFields[string]): AuditedFields[string] {
  if (typeof value !== "string") return value;
  const text = value.length <= maxTextLength ? value : `${value.slice(0, maxTextLength - 1)}…`;
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}
