import type { Review } from "./review.ts";
import type { Decide } from "./use-review-actions.ts";

/** Props of every decision dialog. */
export interface DecisionProps {
  readonly review: Review;
  readonly decide: Decide;
  readonly disabledReason: string | undefined;
}
