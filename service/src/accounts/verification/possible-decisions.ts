import { isRefusal } from "../../kernel/refusal.ts";
import type { Account } from "../account.ts";
import { documentsUnsupported } from "../documents-unsupported.ts";
import { type EventName, next } from "./machine.ts";
import type { Verification } from "./verification.ts";

/** Reviewer decisions on a whole review. */
export const reviewerDecisions = ["approve", "reject", "request_documents", "clear_hit"] as const;
export type ReviewerDecision = (typeof reviewerDecisions)[number];

const events = {
  approve: "reviewer_approved",
  reject: "reviewer_rejected",
  request_documents: "reviewer_requested_documents",
  clear_hit: "reviewer_cleared_hit",
} as const satisfies Record<ReviewerDecision, EventName>;

/** Decisions that would be accepted now, so that the console offers no others. */
export function possibleDecisions(
  { state, isScreened }: Pick<Verification, "state" | "isScreened">,
  account: Pick<Account, "selfAttested">,
): readonly ReviewerDecision[] {
  return reviewerDecisions.filter((decision) => {
    if (decision === "approve" && !isScreened) return false;
    if (decision === "request_documents" && documentsUnsupported(account) !== undefined) return false;
    return !isRefusal(next(state, { name: events[decision], reason: "a reason" }));
  });
}
