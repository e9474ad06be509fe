import type { AuditedFields, RecordedEntry } from "./audit-entry.ts";

/**
 * Audit log content that members of the tenant don't see: anything related to sanctions matches, and what operators do
 * about them. Operators see all of it.
 */
export const undisclosedActions: readonly string[] = [
  "dead_job.discard",
  "dead_job.retry",
  "deposit.approve_release",
  "deposit.hold",
  "deposit.release",
  "deposit.request_release",
  "deposit.withdraw_release",
  "document.open",
  "payment.approve_release",
  "payment.read",
  "payment.request_release",
  "payment.withdraw_release",
  "transfer.approve_release",
  "transfer.reject",
  "transfer.release",
  "transfer.request_release",
  "transfer.withdraw_release",
  "verification.clear_hit",
  "verification.deny",
  "verification.find_hit",
  "verification.pass",
  "verification.refer",
  "verification.screen",
];

/** Fields hidden in addition to what the API hides. */
const undisclosedFields: ReadonlySet<string> = new Set([
  "has_open_hit",
  "held_reason",
  // The invitation's own entry has it, without the names of operators.
  "invited_by",
  "reason",
  "revision",
  "stage",
  "step",
]);

/** An entry as members of the tenant see it. */
export function discloseEntry(entry: RecordedEntry): RecordedEntry {
  return { ...entry, before: discloseFields(entry.before), after: discloseFields(entry.after) };
}

function discloseFields(fields: AuditedFields | undefined): AuditedFields | undefined {
  if (fields === undefined) return undefined;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !undisclosedFields.has(name)));
}
