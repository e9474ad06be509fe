import { findAccount } from "../../accounts/index.ts";
import { type ReviewView, showReview } from "../../admin/index.ts";
import type { Route } from "../../http/route.ts";
import { assert } from "../../kernel/assert.ts";
import { parseId } from "../../kernel/id.ts";
import { findPeopleNames } from "../../people/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import { presentReview, ReviewSchema } from "./review-answer.ts";

export function showReviewRoute(deps: ConsoleDeps): Route {
  return {
    method: "GET",
    path: `${consolePath}/reviews/{account_id}`,
    operationId: "getReview",
    tag: consoleTag,
    summary: "Everything that is needed to decide on an account",
    access: { permission: "reviews.read" },
    answers: { 200: { description: "The review, masked.", schema: ReviewSchema } },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const review = await showReview(adminFor(deps, request), request.params["account_id"] ?? "");
        const names = {
          tenant: await tenantNameOf(deps, review.tenantId),
          people: await peopleOf(deps, review),
        };
        return { status: 200, body: presentReview(review, names) };
      },
    },
  };
}

async function tenantNameOf({ database }: ConsoleDeps, id: string): Promise<string> {
  const [tenantId, accountId] = [parseId<"tenant">(id), parseId<"account">(id)];
  assert(tenantId !== undefined && accountId !== undefined, "a tenant has an id");
  const tenant = await findAccount(database, { tenantId, accountId });
  assert(tenant !== undefined, "a managed account has somebody who manages it");
  return tenant.name;
}

async function peopleOf(
  { database }: ConsoleDeps,
  { decisions }: ReviewView,
): Promise<ReadonlyMap<string, string>> {
  const ids = decisions.flatMap(({ actorType, actor }) =>
    actorType === "person" ? (parseId<"person">(actor) ?? []) : [],
  );
  const found = await findPeopleNames(database, [...new Set(ids)]);
  return new Map([...found].map(([id, { name }]) => [id, name]));
}
