import type { Instant } from "../../kernel/instant.ts";
import type { FailureReason, TransactionStatus } from "../chain.ts";
import type { Attempt } from "./attempt-store.ts";

/** What the engine makes of one look at the chain. */
export type Judgement =
  | { readonly type: "wait" }
  /** Its effect is on the chain for good. */
  | { readonly type: "succeeded" }
  /** It is on the chain for good and had no effect. */
  | { readonly type: "failed"; readonly reason: FailureReason; readonly detail: string }
  | { readonly type: "included"; readonly height: bigint; readonly blockHash: string }
  /** It was in a block that is gone. */
  | { readonly type: "forgotten" }
  /** It can never come, says the chain for the first time; or it takes that back. */
  | { readonly type: "doubt" }
  | { readonly type: "trust" }
  | { readonly type: "dead"; readonly because: "expired" | "replaced" }
  /** It waits too long for its fee. */
  | { readonly type: "reprice" }
  | { readonly type: "resend" };

export interface Patience {
  readonly resendAfterMs: number;
  /** How long the first transaction waits before a better fee is offered; each further one waits twice as long. */
  readonly repriceAfterMs: number;
  /** Between the two looks that must both say that a transaction can never come. */
  readonly secondLookMs: number;
}

export function judgeStatus(
  attempt: Attempt,
  status: TransactionStatus,
  {
    now,
    isLatest,
    patience,
  }: { readonly now: Instant; readonly isLatest: boolean; readonly patience: Patience },
): Judgement {
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
      if (attempt.doubtedAt === undefined) return { type: "doubt" };
      if (now - attempt.doubtedAt < patience.secondLookMs) return { type: "wait" };
      return { type: "dead", because: status.state };
    case "absent":
      return judgeAbsent(attempt, { now, isLatest, patience });
  }
}

function judgeAbsent(
  attempt: Attempt,
  {
    now,
    isLatest,
    patience,
  }: { readonly now: Instant; readonly isLatest: boolean; readonly patience: Patience },
): Judgement {
  if (attempt.state === "included") return { type: "forgotten" };
  if (attempt.doubtedAt !== undefined) return { type: "trust" };
  const { sentAt, firstSentAt } = attempt;
  if (sentAt === undefined || firstSentAt === undefined) return { type: "resend" };
  const mayReplace = attempt.sequence !== undefined && isLatest;
  if (mayReplace && now - firstSentAt >= repriceAfter(attempt, patience)) return { type: "reprice" };
  return now - sentAt >= patience.resendAfterMs ? { type: "resend" } : { type: "wait" };
}

const maxDoublings = 4;

/** Never without an end: a sequence that nobody uses holds up all behind it. The adapter knows the most that is offered. */
function repriceAfter({ number }: Attempt, { repriceAfterMs }: Patience): number {
  return repriceAfterMs * 2 ** Math.min(number - 1, maxDoublings);
}
