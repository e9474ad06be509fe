import { assert } from "../kernel/assert.ts";
import type { AuditedFields } from "./audit-entry.ts";

const maxFields = 50;
const maxTextLength = 1_000;

/** The text of the fields as the log keeps it. A long text is cut, for the log tells what changed and is no copy of it. */
export function auditedText(fields: AuditedFields | undefined): string | null {
  if (fields === undefined) return null;
  const entries = Object.entries(fields);
  assert(entries.length <= maxFields, `an audit entry tells at most ${maxFields} fields`);
  return JSON.stringify(Object.fromEntries(entries.map(([name, value]) => [name, storable(value)])));
}

/** PostgreSQL keeps neither U+0000 nor half a surrogate pair; a change must not fail because of its entry. */
function storable(value: AuditedFields[string]): AuditedFields[string] {
  if (typeof value !== "string") return value;
  const text = value.length <= maxTextLength ? value : `${value.slice(0, maxTextLength - 1)}…`;
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}
