import type { AccountId, Id, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { AccountStatus } from "../account.ts";

/** The review of one managed account, from its creation to the decision and, after that, for as long as it exists. */
export interface Verification extends VerificationKey {
  readonly network: Network;
  readonly state: VerificationState;
  /** Counts every change, so that a decision can say what it was made on. */
  readonly revision: number;
  /** When the stage was entered. */
  readonly stageSince: Instant;
  /** Since when a person must act; undefined while nobody has to. */
  readonly waitingSince: Instant | undefined;
  /** False until everybody was screened under the names that the account has now. */
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
/** Those in which the account is pending. */
export const openStages = ["screening", "deciding", "documents_required", "in_review"] as const;
export type OpenStage = (typeof openStages)[number];

/**
 * Where a review stands. An open hit is a sanctions hit on which no person has decided. While one is open nothing
 * completes by itself, so there is none before the screening, while the provider decides, and after a rejection.
 */
export type VerificationState =
  | { readonly stage: "screening" | "deciding" | "rejected"; readonly hasOpenHit: false }
  | { readonly stage: "documents_required" | "in_review" | "complete"; readonly hasOpenHit: boolean };

/** What the API calls it. */
export function statusOf(stage: Stage): AccountStatus {
  return stage === "complete" || stage === "rejected" ? stage : "pending";
}

/** An open hit always waits for a person: on a complete account, and while documents are awaited, all the same. */
export function needsPerson({ stage, hasOpenHit }: VerificationState): boolean {
  return stage === "in_review" || hasOpenHit;
}

/** Why an account was rejected, as its manager is told. What a reviewer writes stays in the house. */
export const rejectionCodes = [
  "verification_failed",
  "information_mismatch",
  "documents_insufficient",
  "not_eligible",
  "compliance",
] as const;
export type RejectionCode = (typeof rejectionCodes)[number];

export function isRejectionCode(text: string): text is RejectionCode {
  return rejectionCodes.some((code) => code === text);
}

export type DecisionId = Id<"verification-decision">;
export type ScreeningId = Id<"screening">;
export type RequirementId = Id<"verification-requirement">;
