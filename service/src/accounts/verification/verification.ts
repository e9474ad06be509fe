import type { RowOf } from "../../db/table.ts";
import type { Id } from "../../kernel/id.ts";
import type { AccountStatus } from "../account.ts";
import type { verifications } from "../tables.ts";

/** The review of one managed account, from its creation to the decision and beyond, for rescreening. */
export interface Verification
  extends Omit<RowOf<typeof verifications>, "stage" | "hasOpenHit" | "screenedWith" | "renamedAt"> {
  readonly state: VerificationState;
  /** False until all subjects are screened under the account's current names. */
  readonly isScreened: boolean;
}

export type VerificationKey = Pick<Verification, "tenantId" | "accountId">;

/** Of what a review stores. */
export type ReviewOwner = Pick<Verification, "tenantId" | "network" | "accountId">;

export const stages = [
  "screening",
  "deciding",
  "documents_required",
  "in_review",
  "complete",
  "rejected",
] as const;
export type Stage = (typeof stages)[number];
/** States in which the account is pending. */
export const openStages = ["screening", "deciding", "documents_required", "in_review"] as const;
export type OpenStage = (typeof openStages)[number];

/**
 * State of a review. An open hit is a sanctions match that no reviewer has decided on. It blocks automatic completion,
 * so it cannot exist before the screening, while the provider decides, or after a rejection.
 */
export type VerificationState =
  | { readonly stage: "screening" | "deciding" | "rejected"; readonly hasOpenHit: false }
  | { readonly stage: "documents_required" | "in_review" | "complete"; readonly hasOpenHit: boolean };

/** Status in the API. */
export function statusOf(stage: Stage): AccountStatus {
  return stage === "complete" || stage === "rejected" ? stage : "pending";
}

/** An open hit always needs manual action, also on a complete account and while documents are pending. */
export function needsManualReview({ stage, hasOpenHit }: VerificationState): boolean {
  return stage === "in_review" || hasOpenHit;
}

/** Rejection reason for the account's manager. A reviewer's notes stay internal. */
export const rejectionCodes = [
  "verification_failed",
  "information_mismatch",
  "documents_insufficient",
  "not_eligible",
  "compliance",
] as const;
export type RejectionCode = (typeof rejectionCodes)[number];

export type DecisionId = Id<"verification-decision">;
export type ScreeningId = Id<"screening">;
export type RequirementId = Id<"verification-requirement">;
