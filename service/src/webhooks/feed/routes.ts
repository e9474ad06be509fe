import Type, { type TSchema } from "typebox";
import { requireVisibleAccount } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import type { TypeFilter } from "../../events/index.ts";
import { cursor, pageQuery } from "../../http/paging.ts";
import type { Principal } from "../../http/principal.ts";
import { readTime } from "../../http/read-time.ts";
import {
  type ApiResponse,
  accountIn,
  principalOf,
  type Route,
  readRoute,
  type Tag,
  type TypedRequest,
} from "../../http/route.ts";
import { DateTimeSchema, inWords, strictObject } from "../../http/schemas.ts";
import type { Tail } from "../../http/tail.ts";
import type { PageRequest } from "../../kernel/page.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { patternsOf } from "../subscriptions/subscription.ts";
import { EventListSchema, EventSchema, eventExample, presentEvent, streamExample } from "./event-response.ts";
import type { Feed } from "./feed.ts";
import { createUpdateWatch, type UpdateWatch, type UpdateWatchDeps } from "./feed-watch.ts";
import { followEvents, refuseListParameters, resumePosition } from "./follow-events.ts";
import { getEvent } from "./get-event.ts";
import { type KnownEvents, listEvents, orders } from "./list-events.ts";

export interface FeedRouteDeps extends UpdateWatchDeps {
  readonly database: Session;
  /** All event types. */
  readonly eventTypeNames: readonly string[];
}

export function feedRoutes(deps: FeedRouteDeps): readonly Route[] {
  return [listRoute({ ...deps, update: createUpdateWatch(deps) }), getRoute(deps)];
}

const path = "/accounts/{account_id}/events";

const tag: Tag = {
  name: "Events",
  description:
    "The event log of an account, in order and kept permanently. It holds the same events that webhooks deliver, " +
    "so you can read missed ones here.",
};

const ListQuery = strictObject({
  order: Type.Optional(Type.Enum([...orders], { type: "string", default: "newest" })),
  type: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: "^[a-z_]+(\\.[a-z_]+)*(\\.\\*)?$",
      ...inWords("a type such as transfer.created, or a wildcard such as transfer.*"),
      description: "A type such as `transfer.created`, or a wildcard such as `transfer.*`.",
    }),
  ),
  include_managed: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        "For a managing account: include the events of the accounts it manages, all in one order. That order has " +
        "its own cursors. Each account's events are in sequence order; there is no guaranteed order between accounts.",
    }),
  ),
  created_after: Type.Optional(DateTimeSchema),
  created_before: Type.Optional(DateTimeSchema),
  ...pageQuery,
  "page[after]": cursor(
    "`pagination.next` of a page, or the `id` of a streamed event; returns the events after it in this order.",
  ),
  "page[before]": cursor("`pagination.prev` of a page; returns the events before that page in this order."),
});

type ListRequest = TypedRequest<TSchema, typeof ListQuery>;
type ListDeps = FeedRouteDeps & { readonly update: UpdateWatch };

function listRoute(deps: ListDeps): Route {
  const route = readRoute(`GET ${path}`, {
    operationId: "listEvents",
    tag,
    summary: "List or stream events",
    description:
      "The events of the account. To keep up with new events, use `order=oldest` and repeatedly send " +
      "`pagination.next` as `page[after]`: you miss nothing and see nothing twice. With `type`, a page scans up to 10,000 events; " +
      "while `has_more` is true there may be more, even after a page with few events or none. A cursor " +
      "is valid for both orders.\n\n" +
      "With `Accept: text/event-stream` events are streamed as they happen, each with a cursor as its `id`. The " +
      "stream starts now, or right after `Last-Event-ID` or `page[after]`; `order`, times, `page[size]` and " +
      "`page[before]` are rejected. A keep-alive comment is sent after 15 seconds of silence. The stream ends after " +
      "55 minutes, when " +
      "its token expires, when the node stops, and when nothing is read for 30 seconds; reconnect with " +
      "`Last-Event-ID`. A managing account and all accounts it manages may have 20 streams per node; further ones get 429.",
    access: { scope: "events:read" },
    query: ListQuery,
    response: {
      description: "A page of events, or a stream of new events.",
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
    refusals: ["not_found", "not_a_managing_account"],
    handle: (request) => responsePage(deps, request, request.page(pageOptions)),
    follow: (request) => openTail(deps, request),
  });
  return {
    ...route,
    list: {
      name: "events",
      respond: (request, { page }) => responsePage(deps, request as ListRequest, page),
      present: async (request, { page }) => {
        const { events, pagination } = await pageOf(deps, request as ListRequest, page);
        // Oldest first, a cursor remains at the end, for the events to come.
        const next = pagination.has_more ? pagination.next : null;
        return { items: events.map(presentEvent), pagination: { ...pagination, next } };
      },
    },
  };
}

async function responsePage(deps: ListDeps, request: ListRequest, page: PageRequest): Promise<ApiResponse> {
  const { events, pagination } = await pageOf(deps, request, page);
  return { status: 200, body: { events: events.map(presentEvent), pagination } };
}

async function pageOf(deps: ListDeps, request: ListRequest, page: PageRequest): Promise<KnownEvents> {
  const { order = "newest", created_after, created_before } = request.query;
  const filter = filterOf(deps, request);
  const feed = await feedOf(deps, request);
  const period = {
    after: readTime("created_after", created_after),
    before: readTime("created_before", created_before),
  };
  return listEvents(deps.database, { feed, order, filter, period, page });
}

async function openTail(deps: ListDeps, request: ListRequest): Promise<Tail> {
  refuseListParameters(request.query);
  const page = request.page(pageOptions);
  const position = resumePosition(request, page);
  const filter = filterOf(deps, request);
  const feed = await feedOf(deps, request);
  return followEvents(deps, { feed, filter, position, cursorAt: page.cursorAt });
}

/** A cursor is next to an event, in whichever direction it was reached and is continued. */
const pageOptions = { apartFrom: ["order"] };

function filterOf({ eventTypeNames }: ListDeps, request: ListRequest): TypeFilter | undefined {
  const { type } = request.query;
  return type === undefined ? undefined : orThrow(readTypeFilter(type, eventTypeNames));
}

function feedOf({ database }: ListDeps, request: ListRequest): Promise<Feed> {
  const { include_managed: includesManaged = false } = request.query;
  return chooseFeed(database, {
    principal: principalOf(request),
    accountId: accountIn(request),
    includesManaged,
  });
}

function getRoute({ database }: FeedRouteDeps): Route {
  return readRoute(`GET ${path}/{event_id}`, {
    operationId: "getEvent",
    tag,
    summary: "Get an event",
    description:
      "An event of the account. A managing account can also get events of the accounts it manages.",
    access: { scope: "events:read" },
    response: { description: "The event.", schema: EventSchema, example: eventExample },
    refusals: ["not_found"],
    handle: async (request) => {
      const { event_id: eventId = "" } = request.params;
      const principal = principalOf(request);
      const event = await getEvent(database, { principal, accountId: accountIn(request), eventId });
      return { status: 200, body: presentEvent(event) };
    },
  });
}

interface FeedInput {
  readonly principal: Principal;
  readonly accountId: string;
  readonly includesManaged: boolean;
}

/** The log of the account or, for a managing account with `include_managed`, the feed of its tenant. */
async function chooseFeed(session: Session, input: FeedInput): Promise<Feed> {
  const { principal, includesManaged } = input;
  const { id, tenantId, kind } = await requireVisibleAccount(session, principal, input.accountId);
  const { network } = principal;
  if (!includesManaged) return { tenantId, network, accountId: id };
  if (kind !== "managing") {
    throw new RefusalError(refuse("not_a_managing_account", "include_managed requires a managing account"));
  }
  return { tenantId, network, accountId: undefined };
}

const familyMark = ".*";

/** `transfer.created` is one type, `transfer.*` all with the prefix `transfer.`. An unknown one is refused. */
function readTypeFilter(pattern: string, knownTypes: readonly string[]): TypeFilter | Refusal {
  if (!knownTypes.some((type) => patternsOf(type).includes(pattern))) return unknownType();
  return pattern.endsWith(familyMark) ? { typePrefix: pattern.slice(0, -1) } : { type: pattern };
}

function unknownType(): Refusal {
  const detail = "is not an event type or a wildcard of one; see GET /webhooks/event_types";
  return refuse("validation_failed", `type ${detail}`, { errors: [{ pointer: "/query/type", detail }] });
}
