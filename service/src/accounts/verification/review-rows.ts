import type { RowSource } from "../../http/list-route.ts";
import { type QueuedReview, type ReviewFilters, reviewQueue, reviewsAtStage } from "./review-store.ts";
import type { OpenStage } from "./verification.ts";

interface ReviewQuery extends ReviewFilters {
  /** All reviews in this state, whether or not they need manual action. */
  readonly stage?: OpenStage | undefined;
}

/** Reviews that need manual action, or are in a given state, across all tenants; longest waiting first. */
export const reviewRows: RowSource<ReviewQuery, QueuedReview> = {
  first: reviewQueue.first,
  shared: reviewQueue.shared,
  page: (session, { stage, ...query }, page) =>
    stage === undefined
      ? reviewQueue.page(session, query, page)
      : reviewsAtStage.page(session, { ...query, stage }, page),
  totals: (session, { stage, ...query }, limit) =>
    stage === undefined
      ? reviewQueue.totals(session, query, limit)
      : reviewsAtStage.totals(session, { ...query, stage }, limit),
};
