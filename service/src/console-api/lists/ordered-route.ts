import Type, { type Static } from "typebox";
import { maxPageSize, type PageRequest } from "../../http/paging.ts";
import { readTime } from "../../http/read-time.ts";
import type { ApiRequest, Route } from "../../http/route.ts";
import { DateTimeSchema, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { lowestIdAt } from "../../kernel/id.ts";
import { type Instant, instantFromMs, lastInstant, nextInstant } from "../../kernel/instant.ts";
import { cellOf, itemsIn, type ListBody, type ListItem, memberOf, propertiesOf } from "./listable.ts";

/** Of a list whose positions are in order of time, such as ids: it can be read from both ends, and between two times. */
export interface ListOrder {
  /** The order of the endpoint itself. */
  readonly first: "newest" | "oldest";
  /** As in the cursors of the list; the id of an item unless this says otherwise. The query has the filters. */
  readonly positionOf?: (item: ListItem, query: object) => string;
  /** A position before everything from this instant on, and after everything else. */
  readonly positionAt?: (instant: Instant) => string;
  /** The endpoint has parameters of its own for that, and its positions need no order. */
  readonly hasRange?: boolean;
}

const sorts = ["-created_at", "created_at"] as const;
const naturally = { newest: "-created_at", oldest: "created_at" } as const;
const rangeQuery = {
  created_after: Type.Optional(DateTimeSchema),
  created_before: Type.Optional(DateTimeSchema),
};
const OrderQuery = Type.Object({ ...rangeQuery, sort: sortParameter("newest") });

/**
 * The list with the parameters `sort`, `created_after` and `created_before`. It reads the endpoint from the end of the
 * range where the page begins, with the statements and indexes of the endpoint, and stops at the other end.
 */
export function orderedRoute(route: Route, order: ListOrder): Route {
  const { work } = route;
  assert(work.kind === "read", `${route.operationId} is a list`);
  return {
    ...route,
    query: strictObject({
      ...propertiesOf(route.query),
      ...(order.hasRange === true ? {} : rangeQuery),
      sort: sortParameter(order.first),
    }),
    work: {
      ...work,
      handle: async (request: ApiRequest) => {
        const read = readOrder(request, order);
        if (read.isPlain) return work.handle({ ...request, query: read.query });
        const [member] = memberOf(route);
        const requested = request.page();
        const walk = walkOf(read, order, requested);
        // Without a size, some endpoints return everything at once.
        const query = { ...read.query, "page[size]": walk.page.size };
        const { body, ...response } = await work.handle({ ...request, query, page: () => walk.page });
        return { ...response, body: cutWalk(walk, requested, body as ListBody, member) };
      },
    },
  };
}

export function sortParameter(first: ListOrder["first"]) {
  return Type.Optional(
    Type.Enum([...sorts], {
      type: "string",
      default: naturally[first],
      description: "A minus sign sorts in descending order.",
    }),
  );
}

function readOrder({ query }: ApiRequest, { first, hasRange = false }: ListOrder) {
  const { sort = naturally[first], ...others } = query as Static<typeof OrderQuery>;
  const isDescending = sort === "-created_at";
  const isNatural = sort === naturally[first];
  if (hasRange) return { isDescending, query: others, isPlain: isNatural };
  const { created_after, created_before, ...filters } = others;
  const after = readTime("created_after", created_after);
  const before = readTime("created_before", created_before);
  return {
    isDescending,
    after,
    before,
    query: filters,
    isPlain: isNatural && after === undefined && before === undefined,
  };
}

interface Walk {
  readonly page: PageRequest;
  /** Whether the endpoint returns the items in the order in which they are read. */
  readonly isForward: boolean;
  readonly isWithin: (position: string) => boolean;
  readonly positionOf: (item: ListItem) => string;
}

function idOf(item: ListItem): string {
  const id = cellOf(item, ["id"]);
  assert(id !== "", "an item of an ordered list has an id");
  return id;
}

function walkOf(
  {
    isDescending,
    after,
    before,
    query,
  }: {
    readonly isDescending: boolean;
    readonly query: object;
    readonly after?: Instant | undefined;
    readonly before?: Instant | undefined;
  },
  { first, positionOf = idOf, positionAt = lowestIdAt, hasRange = false }: ListOrder,
  page: PageRequest,
): Walk {
  const low = positionAt(after === undefined ? instantFromMs(0) : nextInstant(after));
  const high = positionAt(before ?? lastInstant);
  const isDown = isDescending === (page.direction === "after");
  const isForward = isDown === (first === "newest");
  return {
    page: {
      ...page,
      // One more than returned, to detect a further page within the range. In the largest pages, there may be an empty one.
      size: Math.min(page.size + 1, maxPageSize),
      direction: isForward ? "after" : "before",
      position: page.position ?? (isDown ? high : low),
    },
    isForward,
    isWithin: (position) => hasRange || (isDown ? position >= low : position < high),
    positionOf: (item) => positionOf(item, query),
  };
}

/** As `cutPage`, of what the endpoint returned for a walk. */
function cutWalk(
  { isForward, isWithin, positionOf }: Walk,
  page: PageRequest,
  body: ListBody,
  member: string,
): ListBody {
  const { pagination } = body;
  const items = itemsIn(body, member);
  const walked = isForward ? items : items.toReversed();
  const end = walked.findIndex((item) => !isWithin(positionOf(item)));
  const within = end === -1 ? walked : walked.slice(0, end);
  const nearest = within.slice(0, page.size);
  const [first, last] = [nearest[0], nearest.at(-1)];
  const cursor = isForward ? pagination?.next : pagination?.prev;
  const reached = end === -1 && cursor ? page.positionOf(cursor) : undefined;
  const isMore = within.length > page.size;
  const stop = isMore && last !== undefined ? positionOf(last) : reached;
  const further = stop !== undefined && isWithin(stop) ? page.cursorAt(stop) : null;
  const back = first !== undefined && page.position !== undefined ? page.cursorAt(positionOf(first)) : null;
  const isAfter = page.direction === "after";
  return {
    ...body,
    [member]: isAfter ? nearest : nearest.toReversed(),
    pagination: {
      page_size: page.size,
      next: isAfter ? further : back,
      prev: isAfter ? back : further,
    },
  };
}
