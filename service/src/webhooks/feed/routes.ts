import Type from "typebox";
import type { Session } from "../../db/database.ts";
import type { TypeFilter } from "../../events/index.ts";
import { cursor, pageQuery } from "../../http/paging.ts";
import {
  type Answer,
  type ApiRequest,
  principalOf,
  queryOf,
  type Route,
  type Tag,
  type Tail,
} from "../../http/route.ts";
import { inWords, strictObject } from "../../http/schemas.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { chooseFeed } from "./choose-feed.ts";
import { EventListSchema, EventSchema, eventExample, presentEvent, streamExample } from "./event-answer.ts";
import type { Feed } from "./feed.ts";
import { followEvents } from "./follow-events.ts";
import { getEvent } from "./get-event.ts";
import { listEvents, orders } from "./list-events.ts";
import { createNewsWatch, type NewsWatch, type NewsWatchDeps } from "./news-watch.ts";
import { refuseListParameters, resumePosition } from "./resume-position.ts";
import { readTypeFilter } from "./type-filter.ts";

export interface FeedRouteDeps extends NewsWatchDeps {
  readonly database: Session;
  /** Every type of event that there is. */
  readonly eventTypeNames: readonly string[];
}

export function feedRoutes(deps: FeedRouteDeps): readonly Route[] {
  return [listRoute({ ...deps, news: createNewsWatch(deps) }), getRoute(deps)];
}

const path = "/accounts/{account_id}/events";

const tag: Tag = {
  name: "Events",
  description:
    "The event log: what happened to an account, in the order in which it happened, for ever. It holds the very events " +
    "that webhooks carry, so whoever missed some finds them here.",
};

const ListQuery = strictObject({
  order: Type.Optional(Type.Enum([...orders], { type: "string", default: "newest" })),
  type: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: "^[a-z_]+(\\.[a-z_]+)*(\\.\\*)?$",
      ...inWords("a type such as transfer.created, or a family such as transfer.*"),
      description: "A type such as `transfer.created`, or a family such as `transfer.*`.",
    }),
  ),
  include_managed: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        "Of a managing account: the events of the accounts that it manages as well, all in one order. That order has " +
        "cursors of its own. Each account's events come in their sequence; between accounts no order is promised.",
    }),
  ),
  ...pageQuery,
  "page[after]": cursor(
    "The cursor `pagination.next` of a page, or the `id` of an event in a stream: what follows it in this order.",
  ),
  "page[before]": cursor(
    "The cursor `pagination.prev` of a page: what stands before that page in this order.",
  ),
});

type ListDeps = FeedRouteDeps & { readonly news: NewsWatch };

function listRoute(deps: ListDeps): Route {
  return {
    method: "GET",
    path,
    operationId: "listEvents",
    tag,
    summary: "List or follow events",
    description:
      "The events of the account. With `order=oldest` a client can keep up: it sends `pagination.next` as `page[after]` " +
      "again and again, and misses nothing and sees nothing twice. With `type`, one page looks at up to 10,000 events; " +
      "as long as `has_more` is true there may be further ones, also after a page with few events or none. A cursor " +
      "is good for both orders.\n\n" +
      "With `Accept: text/event-stream` the events come as they happen, each with a cursor as its `id`. The stream " +
      "begins now, or exactly behind `Last-Event-ID` or `page[after]`; `order`, `page[size]` and `page[before]` are " +
      "refused. A comment comes after 15 seconds of silence. The stream ends after 55 minutes, with its token, when the " +
      "node stops, and when nothing is read for 30 seconds; come back with `Last-Event-ID`. A managing account and all " +
      "that it manages may have 20 streams at once on a node; further ones get 429.",
    access: { scope: "events:read" },
    query: ListQuery,
    answers: {
      200: {
        description: "A page of events, or all that happens from now on.",
        schema: EventListSchema,
        example: {
          events: [eventExample],
          pagination: { page_size: 25, next: null, prev: null, has_more: false },
        },
        stream: {
          description:
            "Server-sent events: `id` is a cursor, `event` the type, `data` the event as in the list.",
          data: EventSchema,
          example: streamExample,
        },
      },
    },
    refusals: ["not_found", "not_a_managing_account"],
    work: {
      kind: "read",
      handle: (request) => answerPage(deps, request),
      follow: (request) => openTail(deps, request),
    },
  };
}

async function answerPage(deps: ListDeps, request: ApiRequest): Promise<Answer> {
  const { order = "newest" } = queryOf(ListQuery, request);
  const page = request.page(pageOptions);
  const filter = filterOf(deps, request);
  const feed = await feedOf(deps, request);
  const { events, pagination } = await listEvents(deps.database, { feed, order, filter, page });
  return { status: 200, body: { events: events.map(presentEvent), pagination } };
}

async function openTail(deps: ListDeps, request: ApiRequest): Promise<Tail> {
  refuseListParameters(queryOf(ListQuery, request));
  const page = request.page(pageOptions);
  const position = resumePosition(request, page);
  const filter = filterOf(deps, request);
  const feed = await feedOf(deps, request);
  return followEvents(deps, { feed, filter, position, cursorAt: page.cursorAt });
}

/** A cursor stands beside an event, whichever way one came there and whichever way one goes on. */
const pageOptions = { apartFrom: ["order"] };

function filterOf({ eventTypeNames }: ListDeps, request: ApiRequest): TypeFilter | undefined {
  const { type } = queryOf(ListQuery, request);
  return type === undefined ? undefined : orThrow(readTypeFilter(type, eventTypeNames));
}

function feedOf({ database }: ListDeps, request: ApiRequest): Promise<Feed> {
  const { include_managed: includesManaged = false } = queryOf(ListQuery, request);
  return chooseFeed(database, {
    principal: principalOf(request),
    accountId: accountIn(request),
    includesManaged,
  });
}

function getRoute({ database }: FeedRouteDeps): Route {
  return {
    method: "GET",
    path: `${path}/{event_id}`,
    operationId: "getEvent",
    tag,
    summary: "Get an event",
    description:
      "One event of the account. A managing account finds those of the accounts that it manages, too.",
    access: { scope: "events:read" },
    answers: { 200: { description: "The event.", schema: EventSchema, example: eventExample } },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const { event_id: eventId = "" } = request.params;
        const principal = principalOf(request);
        const event = await getEvent(database, { principal, accountId: accountIn(request), eventId });
        return { status: 200, body: presentEvent(event) };
      },
    },
  };
}

function accountIn(request: ApiRequest): string {
  return request.params["account_id"] ?? "";
}
