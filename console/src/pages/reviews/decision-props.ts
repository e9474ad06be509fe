import type { Review } from "./review.ts";
import type { Decide } from "./use-review-desk.ts";

/** What every decision is made from. */
export interface DecisionProps {
  readonly review: Review;
  readonly decide: Decide;
  readonly disabledReason: string | undefined;
}
