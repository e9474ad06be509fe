import type { Instant } from "../../kernel/instant.ts";
import type { FailureReason, TransactionStatus } from "../chain.ts";
import type { Submission } from "./submission-store.ts";

/** The engine's decision on a transaction after reading its status. */
export type Decision =
  | { readonly type: "wait" }
  /** It took effect, and its block is final. */
  | { readonly type: "succeeded" }
  /** Its block is final, and it had no effect. */
  | { readonly type: "failed"; readonly reason: FailureReason; readonly detail: string }
  | { readonly type: "included"; readonly height: bigint; readonly blockHash: string }
  /** Its block was reorged. */
  | { readonly type: "reorged" }
  /** The chain reports for the first time that it can never be included; or it no longer reports that. */
  | { readonly type: "suspect_dropped" }
  | { readonly type: "trust" }
  | { readonly type: "dead"; readonly because: "expired" | "replaced" }
  /** It has been underpriced for too long. */
  | { readonly type: "reprice" }
  | { readonly type: "resend" };

export interface Patience {
  readonly resendAfterMs: number;
  /** How long the first transaction waits before the fee is raised; the wait doubles with each replacement. */
  readonly repriceAfterMs: number;
  /** Time between the two checks that must both report that a transaction can never be included. */
  readonly secondLookMs: number;
}

export function evaluateStatus(
  submission: Submission,
  status: TransactionStatus,
  {
    now,
    isLatest,
    patience,
  }: { readonly now: Instant; readonly isLatest: boolean; readonly patience: Patience },
): Decision {
  switch (status.state) {
    case "included":
      if (!status.isFinal) {
        return { type: "included", height: status.height, blockHash: status.blockHash };
      }
      return status.outcome.ok
        ? { type: "succeeded" }
        : { type: "failed", reason: status.outcome.reason, detail: status.outcome.detail };
    case "expired":
    case "replaced":
      if (submission.suspectedDroppedAt === undefined) return { type: "suspect_dropped" };
      if (now - submission.suspectedDroppedAt < patience.secondLookMs) return { type: "wait" };
      return { type: "dead", because: status.state };
    case "absent":
      return evaluateAbsent(submission, { now, isLatest, patience });
  }
}

function evaluateAbsent(
  submission: Submission,
  {
    now,
    isLatest,
    patience,
  }: { readonly now: Instant; readonly isLatest: boolean; readonly patience: Patience },
): Decision {
  if (submission.state === "included") return { type: "reorged" };
  if (submission.suspectedDroppedAt !== undefined) return { type: "trust" };
  const { sentAt, firstSentAt } = submission;
  if (sentAt === undefined || firstSentAt === undefined) return { type: "resend" };
  const mayReplace = submission.sequence !== undefined && isLatest;
  if (mayReplace && now - firstSentAt >= repriceAfter(submission, patience)) return { type: "reprice" };
  return now - sentAt >= patience.resendAfterMs ? { type: "resend" } : { type: "wait" };
}

const maxDoublings = 4;

/** Bounded, because an unused nonce blocks all later ones. The adapter caps the fee. */
function repriceAfter({ number }: Submission, { repriceAfterMs }: Patience): number {
  return repriceAfterMs * 2 ** Math.min(number - 1, maxDoublings);
}
