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
  /** Everything at this stage, whether or not it waits for a person. */
  readonly stage?: OpenStage;
  /** The place of the last one of the page before. */
  readonly after?: QueuePlace;
  readonly limit?: number;
}

/** One more than a page shows, to know whether there is another. */
const maxReviews = 101;

/** What waits for a person, or is at a stage, over all tenants; who has waited longest comes first. */
export function listReviews(
  session: Session,
  { network, stage, after, limit = maxReviews }: ReviewQueueSlice = {},
): Promise<readonly QueuedReview[]> {
  const slice = { network, after, limit: Math.min(limit, maxReviews) };
  return stage === undefined
    ? selectQueuedReviews(session, slice)
    : selectReviewsAtStage(session, stage, slice);
}

/** Where a review stands in the queue, or among those at a stage. */
export function placeInQueue({ verification }: QueuedReview, stage: OpenStage | undefined): QueuePlace {
  const { accountId, stageSince, waitingSince } = verification;
  const since = stage === undefined ? waitingSince : stageSince;
  assert(since !== undefined, "what is in the queue waits since some moment");
  return { since, accountId };
}
