import { findAccount } from "../../accounts/index.ts";
import { type ReviewView, showReview } from "../../admin/index.ts";
import type { Route } from "../../http/route.ts";
import { assert } from "../../kernel/assert.ts";
import { parseId } from "../../kernel/id.ts";
import { findUserNames } from "../../users/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";
import { presentReview, ReviewSchema } from "./review-response.ts";

export function showReviewRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${consolePath}/reviews/{account_id}`, {
    operationId: "getReview",
    summary: "Get a review",
    access: { permission: "reviews.read" },
    response: { description: "The masked review.", schema: ReviewSchema },
    refusals: ["not_found"],
    handle: async (request) => {
      const review = await showReview(adminFor(deps, request), request.params["account_id"] ?? "");
      const names = {
        tenant: await tenantNameOf(deps, review.tenantId),
        users: await usersOf(deps, review),
      };
      return presentReview(review, names);
    },
  });
}

async function tenantNameOf({ database }: ConsoleDeps, id: string): Promise<string> {
  const [tenantId, accountId] = [parseId<"tenant">(id), parseId<"account">(id)];
  assert(tenantId !== undefined && accountId !== undefined, "a tenant has an id");
  const tenant = await findAccount(database, { tenantId, accountId });
  assert(tenant !== undefined, "a managed account has a managing account");
  return tenant.name;
}

async function usersOf(
  { database }: ConsoleDeps,
  { decisions }: ReviewView,
): Promise<ReadonlyMap<string, string>> {
  const ids = decisions.flatMap(({ actorType, actor }) =>
    actorType === "user" ? (parseId<"user">(actor) ?? []) : [],
  );
  const found = await findUserNames(database, [...new Set(ids)]);
  return new Map([...found].map(([id, { name }]) => [id, name]));
}
