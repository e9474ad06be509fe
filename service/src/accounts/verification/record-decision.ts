import { auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import type { EventName } from "./machine.ts";
import { insertDecision } from "./store.ts";
import { type RejectionCode, statusOf, type Verification } from "./verification.ts";

export interface Step {
  readonly before: Verification;
  readonly after: Verification;
  readonly event: DecisionName;
  readonly cause: Cause;
  readonly reason?: string | undefined;
  readonly rejectionCode?: RejectionCode | undefined;
  readonly provider?: string | undefined;
  /** The document that the decision is about. */
  readonly documentId?: string | undefined;
}

/** Reviewing a document does not change the state of the review, but is recorded as a decision. */
export type DecisionName = EventName | "reviewer_accepted_document" | "reviewer_rejected_document";

/**
 * Stores actor and reason of a step. A reviewer's notes are stored in the decision and not copied into the audit log.
 */
export async function recordDecision(
  deps: { readonly newId: NewId; readonly clock: Clock },
  tx: Transaction,
  { before, after, event, cause, reason, rejectionCode, provider, documentId }: Step,
): Promise<void> {
  await insertDecision(tx, after, {
    id: deps.newId<"verification-decision">(),
    at: after.updatedAt,
    event,
    fromStage: before.state.stage,
    toStage: after.state.stage,
    revision: after.revision,
    reason,
    reasonCode: rejectionCode,
    provider,
    cause,
  });
  const { tenantId, network, accountId } = after;
  const about = documentId === undefined ? {} : { doc_submission_id: documentId };
  await auditChange(deps, tx, {
    cause,
    action: `verification.${verbs[event]}`,
    of: { tenantId, network, id: accountId, accountId },
    before: auditedState(before),
    after: { ...auditedState(after), ...about },
  });
}

function auditedState({ state, revision }: Verification) {
  const { stage, hasOpenHit } = state;
  return { stage, status: statusOf(stage), has_open_hit: hasOpenHit, revision };
}

/** Verbs of the audit actions. */
const verbs: Readonly<Record<DecisionName, string>> = {
  screened_clear: "screen",
  screened_hit: "find_hit",
  provider_passed: "pass",
  provider_denied: "deny",
  provider_referred: "refer",
  provider_needs_documents: "require_documents",
  documents_submitted: "submit_documents",
  reviewer_approved: "approve",
  reviewer_rejected: "reject",
  reviewer_requested_documents: "request_documents",
  reviewer_cleared_hit: "clear_hit",
  reviewer_accepted_document: "accept_document",
  reviewer_rejected_document: "reject_document",
  simulated_complete: "simulate_completion",
  simulated_rejected: "simulate_rejection",
  simulated_review: "simulate_review",
  simulated_documents_required: "simulate_documents_required",
};
