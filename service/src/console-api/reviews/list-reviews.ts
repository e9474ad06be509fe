import Type from "typebox";
import {
  listReviews,
  openStages,
  placeInQueue,
  presentQueuedReview,
  QueuedReviewSchema,
  type QueuePlace,
} from "../../accounts/index.ts";
import { cutPage, PaginationSchema, pageQuery, rowsToFetch } from "../../http/paging.ts";
import type { Route } from "../../http/route.ts";
import { named, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { networks, parseId } from "../../kernel/id.ts";
import { formatInstant, parseInstant } from "../../kernel/instant.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";

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
  return consoleRead(`GET ${consolePath}/reviews`, {
    operationId: "listReviews",
    summary: "List reviews that need a decision",
    access: { permission: "reviews.read" },
    query: ListQuery,
    response: { description: "A page of the queue.", schema: QueueSchema },
    handle: async (request) => {
      const { network, stage } = request.query;
      const page = request.page();
      const found = await listReviews(database, {
        direction: page.direction,
        limit: rowsToFetch(page),
        ...(network === undefined ? {} : { network }),
        ...(stage === undefined ? {} : { stage }),
        ...(page.position === undefined ? {} : { position: readPlace(page.position) }),
      });
      const { items, pagination } = cutPage(found, page, (review) => writePlace(placeInQueue(review, stage)));
      return { reviews: items.map(presentQueuedReview), pagination };
    },
  });
}

function writePlace({ since, accountId }: QueuePlace): string {
  return `${formatInstant(since)} ${accountId}`;
}

/** Cursors are signed, so this is always the output of `writePlace`. */
function readPlace(text: string): QueuePlace {
  const [moment = "", account = ""] = text.split(" ");
  const [since, accountId] = [parseInstant(moment), parseId<"account">(account)];
  assert(since !== undefined && accountId !== undefined, "a queue cursor has a time and an account");
  return { since, accountId };
}
