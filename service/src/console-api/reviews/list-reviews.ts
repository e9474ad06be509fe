import Type from "typebox";
import { openStages, presentQueuedReview, QueuedReviewSchema, reviewRows } from "../../accounts/index.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import type { Route } from "../../http/route.ts";
import { named, strictObject } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleList, consolePath } from "../console-route.ts";

const ListQuery = strictObject({
  ...pageQuery,
  network: Type.Optional(Type.Enum([...networks])),
  stage: Type.Optional(
    Type.Enum([...openStages], {
      description: "All reviews in this state, whether or not they need a decision.",
    }),
  ),
});

const QueueSchema = named(
  "ConsoleReviewQueue",
  Type.Object({
    reviews: Type.Array(QueuedReviewSchema, { description: "Oldest first." }),
    pagination: PaginationSchema,
  }),
);

export function listReviewsRoute({ database }: Pick<ConsoleDeps, "database">): Route {
  return consoleList(`GET ${consolePath}/reviews`, {
    operationId: "listReviews",
    summary: "List reviews that need a decision",
    access: { permission: "reviews.read" },
    query: ListQuery,
    response: { description: "A page of the queue.", schema: QueueSchema },
    list: {
      session: database,
      rows: reviewRows,
      filters: ({ query: { network, stage } }) => ({ network, stage }),
      name: "reviews",
      present: (reviews) => reviews.map(presentQueuedReview),
    },
  });
}
