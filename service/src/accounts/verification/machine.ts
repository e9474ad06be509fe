import { type Refusal, refuse } from "../../kernel/refusal.ts";
import type { VerificationState } from "./verification.ts";

/** Events of a review. */
export const eventNames = [
  /** No sanctions match, or only those that a reviewer has already decided on. */
  "screened_clear",
  "screened_hit",
  "provider_passed",
  "provider_denied",
  "provider_referred",
  "provider_needs_documents",
  "documents_submitted",
  "reviewer_approved",
  "reviewer_rejected",
  "reviewer_requested_documents",
  "reviewer_cleared_hit",
  "simulated_complete",
  "simulated_rejected",
  "simulated_review",
  "simulated_documents_required",
] as const;
export type EventName = (typeof eventNames)[number];

export interface VerificationEvent {
  readonly name: EventName;
  /** The reviewer's notes; required to approve despite a hit. */
  readonly reason?: string | undefined;
}

/** Effects to apply in the transaction of the change. */
export type Effect = "ask_provider" | "require_documents" | "complete" | "reject";

export interface Transition {
  readonly from: VerificationState;
  readonly event: EventName;
  readonly to: VerificationState;
  readonly effects: readonly Effect[];
  readonly needsReason: boolean;
}

/** The transition for an event. Events that are not in the table are refused and change nothing. */
export function next(state: VerificationState, event: VerificationEvent): Transition | Refusal {
  const transition = transitions.find(({ from, event: name }) => name === event.name && isSame(from, state));
  if (transition === undefined) {
    return refuse(
      "conflict",
      `${eventLabels[event.name]} is not possible while the review is ${describe(state)}`,
    );
  }
  if (transition.needsReason && (event.reason ?? "").trim() === "") {
    const detail = "is required, because there is a sanctions match";
    return refuse("validation_failed", `reason ${detail}`, { errors: [{ pointer: "/reason", detail }] });
  }
  return transition;
}

const screening = { stage: "screening", hasOpenHit: false } as const;
const deciding = { stage: "deciding", hasOpenHit: false } as const;
const waiting = { stage: "documents_required", hasOpenHit: false } as const;
const waitingWithHit = { stage: "documents_required", hasOpenHit: true } as const;
const inReview = { stage: "in_review", hasOpenHit: false } as const;
const inReviewWithHit = { stage: "in_review", hasOpenHit: true } as const;
const complete = { stage: "complete", hasOpenHit: false } as const;
const alert = { stage: "complete", hasOpenHit: true } as const;
const rejected = { stage: "rejected", hasOpenHit: false } as const;

const reasonNeeded = { needsReason: true } as const;

/** Every state that there is. */
export const states: readonly VerificationState[] = [
  screening,
  deciding,
  waiting,
  waitingWithHit,
  inReview,
  inReviewWithHit,
  complete,
  alert,
  rejected,
];

/** The whole machine. The diagram in the README is checked against it. */
export const transitions: readonly Transition[] = [
  row(screening, "screened_clear", deciding, ["ask_provider"]),
  row(screening, "screened_hit", inReviewWithHit),
  row(screening, "reviewer_rejected", rejected, ["reject"]),

  row(deciding, "screened_clear", deciding),
  row(deciding, "screened_hit", inReviewWithHit),
  row(deciding, "provider_passed", complete, ["complete"]),
  row(deciding, "provider_denied", rejected, ["reject"]),
  row(deciding, "provider_referred", inReview),
  row(deciding, "provider_needs_documents", waiting, ["require_documents"]),
  ...decisions(deciding, waiting),
  row(deciding, "simulated_complete", complete, ["complete"]),
  row(deciding, "simulated_review", inReview),

  row(waiting, "screened_clear", waiting),
  row(waiting, "screened_hit", inReviewWithHit),
  row(waiting, "documents_submitted", deciding, ["ask_provider"]),
  ...decisions(waiting, waiting),
  row(waiting, "simulated_complete", complete, ["complete"]),
  row(waiting, "simulated_review", inReview),

  row(waitingWithHit, "screened_clear", waitingWithHit),
  row(waitingWithHit, "screened_hit", inReviewWithHit),
  row(waitingWithHit, "documents_submitted", inReviewWithHit),
  ...decisions(waitingWithHit, waitingWithHit),
  row(waitingWithHit, "simulated_review", inReviewWithHit),

  row(inReview, "screened_clear", inReview),
  row(inReview, "screened_hit", inReviewWithHit),
  ...decisions(inReview, waiting),
  row(inReview, "simulated_complete", complete, ["complete"]),
  row(inReview, "simulated_review", inReview),

  row(inReviewWithHit, "screened_clear", inReviewWithHit),
  row(inReviewWithHit, "screened_hit", inReviewWithHit),
  ...decisions(inReviewWithHit, waitingWithHit),
  row(inReviewWithHit, "simulated_review", inReviewWithHit),

  row(complete, "screened_clear", complete),
  row(complete, "screened_hit", alert),
  row(alert, "screened_clear", alert),
  row(alert, "screened_hit", alert),
  row(alert, "reviewer_cleared_hit", complete, [], reasonNeeded),
];

/** Reviewer decisions on a pending account, and simulations of them. */
function decisions(from: VerificationState, whenRequested: VerificationState): readonly Transition[] {
  return [
    row(from, "reviewer_approved", complete, ["complete"], { needsReason: from.hasOpenHit }),
    row(from, "reviewer_rejected", rejected, ["reject"]),
    row(from, "reviewer_requested_documents", whenRequested, ["require_documents"]),
    row(from, "simulated_rejected", rejected, ["reject"]),
    row(from, "simulated_documents_required", whenRequested, ["require_documents"]),
  ];
}

function row(
  from: VerificationState,
  event: EventName,
  to: VerificationState,
  effects: readonly Effect[] = [],
  { needsReason }: { readonly needsReason: boolean } = { needsReason: false },
): Transition {
  return { from, event, to, effects, needsReason };
}

function isSame(left: VerificationState, right: VerificationState): boolean {
  return left.stage === right.stage && left.hasOpenHit === right.hasOpenHit;
}

const eventLabels: Readonly<Record<EventName, string>> = {
  screened_clear: "screening",
  screened_hit: "screening",
  provider_passed: "a provider decision",
  provider_denied: "a provider decision",
  provider_referred: "a provider decision",
  provider_needs_documents: "a provider decision",
  documents_submitted: "submitting documents",
  reviewer_approved: "approving",
  reviewer_rejected: "rejecting",
  reviewer_requested_documents: "asking for documents",
  reviewer_cleared_hit: "clearing a hit",
  simulated_complete: "simulating completion",
  simulated_rejected: "simulating a rejection",
  simulated_review: "simulating a review",
  simulated_documents_required: "simulating required documents",
};

function describe({ stage, hasOpenHit }: VerificationState): string {
  return hasOpenHit ? `${stage} with an open sanctions match` : stage;
}
