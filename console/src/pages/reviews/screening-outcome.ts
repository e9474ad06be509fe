import type { StatusTone } from "../../kit/status-tone.ts";

interface ReviewedScreening {
  readonly outcome: "clear" | "hit";
  readonly stage: string | null;
  /** Newest first. */
  readonly steps: readonly { readonly event: string | null }[];
}

/** Screening outcome, taking the reviewer's decision into account. */
export function screeningOutcome({ outcome, stage, steps }: ReviewedScreening): {
  readonly status: string;
  readonly tone: StatusTone;
} {
  if (outcome === "clear") return { status: "clear", tone: "good" };
  if (stage === "rejected") return { status: "hit", tone: "bad" };
  return stage === "complete" && !isOpen(steps)
    ? { status: "hit, cleared", tone: "good" }
    : { status: "under review", tone: "waiting" };
}

const clearingEvents: readonly string[] = ["reviewer_approved", "reviewer_cleared_hit", "simulated_complete"];

/** A later list version can raise a hit on an account that was approved long ago. */
function isOpen(steps: ReviewedScreening["steps"]): boolean {
  const last = steps.find(({ event }) => event === "screened_hit" || clearingEvents.includes(event ?? ""));
  return last?.event === "screened_hit";
}
