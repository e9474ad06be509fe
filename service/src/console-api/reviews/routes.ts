import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { decisionRoutes } from "./decide.ts";
import { documentContentRoute } from "./document-content.ts";
import { listReviewsRoute } from "./list-reviews.ts";
import { showReviewRoute } from "./show-review.ts";

export function reviewRoutes(deps: ConsoleDeps): readonly Route[] {
  return [listReviewsRoute(deps), showReviewRoute(deps), documentContentRoute(deps), ...decisionRoutes(deps)];
}
