import type { Transaction } from "../../db/database.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { type AdvanceDeps, advance } from "./advance.ts";
import { lockForDecision, type ReviewDecision, readReason } from "./review-decision.ts";
import type { RejectionCode, Verification } from "./verification.ts";

export interface RejectReview extends ReviewDecision {
  /** Internal; not shown to the account's manager. */
  readonly reason: string;
  /** For the account's manager. */
  readonly code: RejectionCode;
}

export async function rejectReview(
  deps: AdvanceDeps,
  tx: Transaction,
  decision: RejectReview,
): Promise<Verification> {
  const verification = await lockForDecision(tx, decision);
  const reason = orThrow(readReason(decision.reason, { isNeeded: true }));
  const event = { name: "reviewer_rejected", reason } as const;
  return advance(deps, tx, { verification, event, cause: decision.cause, rejectionCode: decision.code });
}
