import type { Transaction } from "../../db/database.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { type AdvanceDeps, advance } from "./advance.ts";
import { lockForDecision, type ReviewDecision, readReason } from "./review-decision.ts";
import type { Verification } from "./verification.ts";

export interface ClearHit extends ReviewDecision {
  readonly reason: string;
}

/** A reviewer clears an alert on a complete account as a false positive. */
export async function clearHit(
  deps: AdvanceDeps,
  tx: Transaction,
  decision: ClearHit,
): Promise<Verification> {
  const verification = await lockForDecision(tx, decision);
  const reason = orThrow(readReason(decision.reason, { isNeeded: true }));
  const event = { name: "reviewer_cleared_hit", reason } as const;
  return advance(deps, tx, { verification, event, cause: decision.cause });
}
