import type { Session } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Network } from "../../kernel/id.ts";
import { type QueuedReview, selectQueuedReviews, selectReviewsAtStage } from "./review-store.ts";
import type { OpenStage } from "./verification.ts";

export interface ReviewQueueSlice {
  readonly network?: Network;
  /** Everything at this stage, whether or not it waits for a person. */
  readonly stage?: OpenStage;
  /** The last one of the page before. */
  readonly after?: QueuedReview;
  readonly limit?: number;
}

const maxReviews = 100;

/** What waits for a person, or is at a stage, over all tenants; who has waited longest comes first. */
export function listReviews(
  session: Session,
  { network, stage, after, limit = maxReviews }: ReviewQueueSlice = {},
): Promise<readonly QueuedReview[]> {
  const slice = {
    network,
    after: after === undefined ? undefined : placeOf(after, stage),
    limit: Math.min(limit, maxReviews),
  };
  return stage === undefined
    ? selectQueuedReviews(session, slice)
    : selectReviewsAtStage(session, stage, slice);
}

function placeOf({ verification }: QueuedReview, stage: OpenStage | undefined) {
  const { accountId, stageSince, waitingSince } = verification;
  const since = stage === undefined ? waitingSince : stageSince;
  assert(since !== undefined, "what is in the queue waits since some moment");
  return { since, accountId };
}
