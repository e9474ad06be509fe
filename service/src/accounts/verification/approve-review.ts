import type { Transaction } from "../../db/database.ts";
import { orThrow, RefusalError, refuse } from "../../kernel/refusal.ts";
import { loadReviewFlags } from "../profile/sealed-profile.ts";
import { type AdvanceDeps, advance } from "./advance.ts";
import { lockForDecision, type ReviewDecision, readReason } from "./review-decision.ts";
import type { Verification } from "./verification.ts";

export interface ApproveReview extends ReviewDecision {
  readonly reason: string | undefined;
}

/** A reviewer approves the account. With a sanctions hit or a flag, a reason is required. */
export async function approveReview(
  deps: AdvanceDeps,
  tx: Transaction,
  decision: ApproveReview,
): Promise<Verification> {
  const verification = await lockForDecision(tx, decision);
  requireScreened(verification);
  const flags = await loadReviewFlags(tx, decision);
  const isNeeded = verification.state.hasOpenHit || flags.length > 0;
  const because = "there is a sanctions match or a flag";
  const reason = orThrow(readReason(decision.reason, { isNeeded, because }));
  const event = { name: "reviewer_approved", reason } as const;
  return advance(deps, tx, { verification, event, cause: decision.cause });
}

/** The machine refuses reviews that were never screened; this checks for a rename since the last screening. */
function requireScreened({ isScreened, state }: Verification): void {
  if (isScreened || state.stage === "screening") return;
  const detail = "the account was renamed and is being screened again; try again shortly";
  throw new RefusalError(refuse("conflict", detail));
}
