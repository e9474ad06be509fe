import Type from "typebox";
import { present } from "../../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import type { QueuedReview } from "./review-store.ts";
import { statusOf, type Verification } from "./verification.ts";

/** Common fields of a queued and a complete review. */
export const reviewHead = {
  account_id: IdSchema,
  tenant_id: IdSchema,
  tenant_name: Type.String({ description: "Name of the managing account." }),
  network: Type.Enum([...networks]),
  name: Type.String(),
  status: Type.String({ description: "Status in the API: pending, complete or rejected." }),
  stage: Type.String(),
  has_open_hit: Type.Boolean(),
  revision: Type.Integer({ description: "Revision that a decision must name." }),
  waiting_since: nullableString({ format: "date-time", description: "Null if no decision is needed." }),
};

export const QueuedReviewSchema = named(
  "ConsoleQueuedReview",
  Type.Object({
    ...reviewHead,
    flags: Type.Integer(),
    hits: Type.Integer({ description: "Hits of the last screening." }),
    stage_since: DateTimeSchema,
  }),
);

export const DecidedReviewSchema = named(
  "ConsoleDecidedReview",
  Type.Object({
    account_id: IdSchema,
    status: Type.String(),
    stage: Type.String(),
    has_open_hit: Type.Boolean(),
    revision: Type.Integer(),
  }),
);

export function presentQueuedReview({
  verification,
  accountName,
  flagCount,
  hitCount,
  ...queued
}: QueuedReview) {
  const { state } = verification;
  return present(QueuedReviewSchema, {
    ...queued,
    ...verification,
    ...state,
    status: statusOf(state.stage),
    name: accountName,
    flags: flagCount,
    hits: hitCount,
  });
}

export function presentDecidedReview({ accountId, revision, state }: Verification) {
  const status = statusOf(state.stage);
  return present(DecidedReviewSchema, { ...state, accountId, revision, status });
}
