import type { Session } from "../../db/database.ts";
import type { Network } from "../../kernel/id.ts";
import { type QueuedReview, selectQueuedReviews } from "./review-store.ts";

export interface ReviewQueueSlice {
  readonly network?: Network;
  /** The last one of the page before. */
  readonly after?: QueuedReview;
  readonly limit?: number;
}

const maxReviews = 100;

/** What waits for a person, over all tenants; who has waited longest comes first. */
export function listReviews(
  session: Session,
  { network, after, limit = maxReviews }: ReviewQueueSlice = {},
): Promise<readonly QueuedReview[]> {
  return selectQueuedReviews(session, {
    network,
    after:
      after === undefined
        ? undefined
        : { waitingSince: after.waitingSince, accountId: after.verification.accountId },
    limit: Math.min(limit, maxReviews),
  });
}
