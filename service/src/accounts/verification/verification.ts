import type { AccountId, Id, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { AccountStatus } from "../account.ts";

/** The review of one managed account, from its creation to the decision and beyond, for rescreening. */
export interface Verification extends VerificationKey {
  readonly network: Network;
  readonly state: VerificationState;
  /** Incremented by every change, so that a decision can name what it is based on. */
  readonly revision: number;
  /** When the current state was entered. */
  readonly stageSince: Instant;
  /** Since when manual action is needed; undefined if none is. */
  readonly waitingSince: Instant | undefined;
  /** False until all subjects are screened under the account's current names. */
  readonly isScreened: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface VerificationKey {
  readonly tenantId: TenantId;
  readonly accountId: AccountId;
}

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
