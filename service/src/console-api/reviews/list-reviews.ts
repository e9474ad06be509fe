import Type, { type Static } from "typebox";
import {
  listReviews,
  openStages,
  placeInQueue,
  type QueuedReview,
  type QueuePlace,
  statusOfStage,
} from "../../accounts/index.ts";
import { PaginationSchema, pageQuery, rowsToFetch } from "../../http/paging.ts";
import { queryOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, named, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { networks, parseId } from "../../kernel/id.ts";
import { formatInstant, parseInstant } from "../../kernel/instant.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import { reviewHead } from "./review-answer.ts";

/** The queue is read from its head; whoever goes back does so in the browser. */
const ListQuery = strictObject({
  "page[size]": pageQuery["page[size]"],
  "page[after]": pageQuery["page[after]"],
  network: Type.Optional(Type.Enum([...networks])),
  stage: Type.Optional(
    Type.Enum([...openStages], {
      description: "Everything at this stage, whether or not it waits for a person.",
    }),
  ),
});

const QueuedSchema = named(
  "ConsoleQueuedReview",
  Type.Object({
    ...reviewHead,
    flags: Type.Integer(),
    hits: Type.Integer({ description: "Of the last screening." }),
    stage_since: DateTimeSchema,
  }),
);

const QueueSchema = named(
  "ConsoleReviewQueue",
  Type.Object({
    reviews: Type.Array(QueuedSchema, { description: "Who has waited longest comes first." }),
    pagination: PaginationSchema,
  }),
);

export function listReviewsRoute({ database }: Pick<ConsoleDeps, "database">): Route {
  return {
    method: "GET",
    path: `${consolePath}/reviews`,
    operationId: "listReviews",
    tag: consoleTag,
    summary: "What waits for a person, over all tenants",
    access: { permission: "reviews.read" },
    query: ListQuery,
    answers: { 200: { description: "A page of the queue.", schema: QueueSchema } },
    work: {
      kind: "read",
      handle: async (request) => {
        const { network, stage } = queryOf(ListQuery, request);
        const page = request.page();
        const found = await listReviews(database, {
          limit: rowsToFetch(page),
          ...(network === undefined ? {} : { network }),
          ...(stage === undefined ? {} : { stage }),
          ...(page.position === undefined ? {} : { after: readPlace(page.position) }),
        });
        const shown = found.slice(0, page.size);
        const last = found.length > page.size ? shown.at(-1) : undefined;
        const next = last === undefined ? null : page.cursorAt(writePlace(placeInQueue(last, stage)));
        const pagination = { page_size: page.size, next, prev: null };
        return { status: 200, body: { reviews: shown.map(presentQueued), pagination } };
      },
    },
  };
}

function writePlace({ since, accountId }: QueuePlace): string {
  return `${formatInstant(since)} ${accountId}`;
}

/** Only what `writePlace` wrote is signed, so anything else is a bug. */
function readPlace(text: string): QueuePlace {
  const [moment = "", account = ""] = text.split(" ");
  const [since, accountId] = [parseInstant(moment), parseId<"account">(account)];
  assert(
    since !== undefined && accountId !== undefined,
    "a cursor of the queue names a moment and an account",
  );
  return { since, accountId };
}

function presentQueued(queued: QueuedReview): Static<typeof QueuedSchema> {
  const { verification, accountName, tenantName, flagCount, hitCount } = queued;
  const { tenantId, network, accountId, state, revision, stageSince, waitingSince } = verification;
  return {
    account_id: accountId,
    tenant_id: tenantId,
    tenant_name: tenantName,
    network,
    name: accountName,
    status: statusOfStage(state.stage),
    stage: state.stage,
    has_open_hit: state.hasOpenHit,
    revision,
    waiting_since: waitingSince === undefined ? null : formatInstant(waitingSince),
    flags: flagCount,
    hits: hitCount,
    stage_since: formatInstant(stageSince),
  };
}
