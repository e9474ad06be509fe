import { type NewEvent, newEvent } from "../../events/index.ts";
import { assert } from "../../kernel/assert.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { completed, documentsRequired, rejected } from "./event-types.ts";
import { presentRequirements } from "./requirement-response.ts";
import { isPending, type Requirement } from "./requirements.ts";
import { type RejectionCode, statusOf, type Verification } from "./verification.ts";

/** As specified in the table of events: requirements that are pending upload, each with its status. */
export function documentsRequiredEvent(
  { accountId, updatedAt }: Verification,
  requirements: readonly Requirement[],
): NewEvent {
  return newEvent(documentsRequired, accountId, {
    account_id: accountId,
    updated_at: formatInstant(updatedAt),
    documents: presentRequirements(requirements.filter(isPending)),
  });
}

export function completedEvent({ accountId, state, updatedAt }: Verification): NewEvent {
  const status = statusOf(state.stage);
  assert(status === "complete", "this event requires a complete account");
  return newEvent(completed, accountId, {
    account_id: accountId,
    status,
    updated_at: formatInstant(updatedAt),
  });
}

/** Not in the specification. It contains a code, never a reviewer's notes. */
export function rejectedEvent(
  { accountId, state, updatedAt }: Verification,
  reasonCode: RejectionCode,
): NewEvent {
  const status = statusOf(state.stage);
  assert(status === "rejected", "this event requires a rejected account");
  return newEvent(rejected, accountId, {
    account_id: accountId,
    status,
    reason_code: reasonCode,
    updated_at: formatInstant(updatedAt),
  });
}
