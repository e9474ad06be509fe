import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Network } from "../../kernel/id.ts";
import {
  type QueuedReview,
  type QueuePlace,
  selectQueuedReviews,
  selectReviewsAtStage,
} from "./review-store.ts";
import type { OpenStage } from "./verification.ts";

export interface ReviewQueueSlice {
  readonly network?: Network;
  /** All reviews in this state, whether or not they need manual action. */
  readonly stage?: OpenStage;
  /** `before` goes back from the position, to those that wait longer. */
  readonly direction?: "after" | "before";
  /** Position of the last review of the previous page. */
  readonly position?: QueuePlace;
  readonly limit?: number;
}

/** One more than the page size, to detect a next page. */
const maxReviews = 101;

/** Reviews that need manual action, or are in a given state, across all tenants; longest waiting first. */
export function listReviews(
  session: Session,
  { network, stage, direction = "after", position, limit = maxReviews }: ReviewQueueSlice = {},
): Promise<readonly QueuedReview[]> {
  const slice = { network, direction, position, limit: Math.min(limit, maxReviews) };
  return stage === undefined
    ? selectQueuedReviews(session, slice)
    : selectReviewsAtStage(session, stage, slice);
}

/** Position of a review in the queue, or among those in a state. */
export function placeInQueue({ verification }: QueuedReview, stage: OpenStage | undefined): QueuePlace {
  const { accountId, stageSince, waitingSince } = verification;
  const since = stage === undefined ? waitingSince : stageSince;
  assert(since !== undefined, "a queued review has a waiting time");
  return { since, accountId };
}
