import { formatInstant } from "../kernel/instant.ts";
import { nameOfActor, type RecordedEntry } from "./audit-entry.ts";

/** An entry as JSON, for operators and exports. */
export function presentAuditEntry(entry: RecordedEntry) {
  const { id, at, tenantId, network, accountId, actor, requestId, action, subject, before, after } = entry;
  return {
    id,
    at: formatInstant(at),
    /** Null for platform actions. */
    tenant_id: tenantId ?? null,
    network: network ?? null,
    account_id: accountId ?? null,
    actor_type: actor.type,
    actor: nameOfActor(actor),
    request_id: requestId ?? null,
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    before: before ?? null,
    after: after ?? null,
  };
}
