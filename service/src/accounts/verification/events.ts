import { type NewEvent, newEvent } from "../../events/index.ts";
import { assert } from "../../kernel/assert.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { completed, documentsRequired, rejected } from "./event-types.ts";
import { presentRequirements } from "./requirement-answer.ts";
import { isPending, type Requirement } from "./requirements.ts";
import { type RejectionCode, statusOf, type Verification } from "./verification.ts";

/** As the specification's table of events has it: those that wait for their upload, each with its status. */
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
  assert(status === "complete", "only of a complete review it is told that it is");
  return newEvent(completed, accountId, {
    account_id: accountId,
    status,
    updated_at: formatInstant(updatedAt),
  });
}

/** An addition of ours to the specification. It tells a code, and never what a reviewer wrote. */
export function rejectedEvent(
  { accountId, state, updatedAt }: Verification,
  reasonCode: RejectionCode,
): NewEvent {
  const status = statusOf(state.stage);
  assert(status === "rejected", "only of a rejected account it is told that it is");
  return newEvent(rejected, accountId, {
    account_id: accountId,
    status,
    reason_code: reasonCode,
    updated_at: formatInstant(updatedAt),
  });
}
