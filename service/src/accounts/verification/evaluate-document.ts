import type { Transaction } from "../../db/database.ts";
import { orThrow, RefusalError, refuse } from "../../kernel/refusal.ts";
import { type AdvanceDeps, advance, touch } from "./advance.ts";
import { requireDocumentsPossible } from "./documents-possible.ts";
import { recordDecision } from "./record-decision.ts";
import { selectRequirements, updateRequirementStatus } from "./requirement-store.ts";
import type { Requirement } from "./requirements.ts";
import { lockForDecision, type ReviewDecision, readReason } from "./review-decision.ts";
import { statusOf, type Verification } from "./verification.ts";

export interface AcceptDocument extends ReviewDecision {
  /** The `doc_submission_id`. */
  readonly documentId: string;
}

export interface RejectDocument extends AcceptDocument {
  readonly reason: string;
}

/** A reviewer accepts a requested document. The review's state does not change. */
export async function acceptDocument(
  deps: AdvanceDeps,
  tx: Transaction,
  decision: AcceptDocument,
): Promise<Verification> {
  const before = await lockForDecision(tx, decision);
  const requirement = await findServed(tx, before, decision.documentId);
  if (requirement.status !== "uploaded") throw alreadyReviewed(requirement);
  const at = deps.clock.now();
  await updateRequirementStatus(tx, { ...requirement, ...before, status: "accepted", updatedAt: at });
  const after = await touch(tx, before, at);
  const { cause, documentId } = decision;
  await recordDecision(deps, tx, { before, after, event: "reviewer_accepted_document", cause, documentId });
  return after;
}

/**
 * The rejected requirement is kept as a record; the document is requested again, with an event for the account's
 * manager.
 */
export async function rejectDocument(
  deps: AdvanceDeps,
  tx: Transaction,
  decision: RejectDocument,
): Promise<Verification> {
  const verification = await lockForDecision(tx, decision);
  await requireDocumentsPossible(tx, verification);
  const reason = orThrow(readReason(decision.reason, { isNeeded: true }));
  const requirement = await findServed(tx, verification, decision.documentId);
  if (requirement.status === "rejected") throw alreadyReviewed(requirement);
  const at = deps.clock.now();
  await updateRequirementStatus(tx, { ...requirement, ...verification, status: "rejected", updatedAt: at });
  return advance(deps, tx, {
    verification,
    event: { name: "reviewer_requested_documents", reason },
    cause: decision.cause,
    required: { documents: [requirement], takesLinked: false },
    rejectedDocumentId: decision.documentId,
  });
}

async function findServed(
  tx: Transaction,
  verification: Verification,
  documentId: string,
): Promise<Requirement> {
  if (statusOf(verification.state.stage) !== "pending") {
    throw new RefusalError(refuse("conflict", "documents can be reviewed only while the account is pending"));
  }
  const requirements = await selectRequirements(tx, verification);
  const served = requirements.find(({ docSubmissionId }) => docSubmissionId === documentId);
  if (served !== undefined) return served;
  throw new RefusalError(refuse("not_found", "the review has no requested document with this id"));
}

function alreadyReviewed({ status }: Requirement): RefusalError {
  return new RefusalError(refuse("conflict", `the document is already ${status}`));
}
