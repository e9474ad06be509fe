import { presentReview, ReviewSchema } from "../../accounts/index.ts";
import { showReview } from "../../admin/index.ts";
import type { Route } from "../../http/route.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";

export function showReviewRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${consolePath}/reviews/{account_id}`, {
    operationId: "getReview",
    summary: "Get a review",
    access: { permission: "reviews.read" },
    response: { description: "The masked review.", schema: ReviewSchema },
    refusals: ["not_found"],
    handle: async (request) => {
      const { review, names } = await showReview(adminFor(deps, request), request.params["account_id"] ?? "");
      return presentReview(review, names);
    },
  });
}
