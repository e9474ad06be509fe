import Type from "typebox";
import type { ListTotal, Sort, Totals } from "../../db/list-definition.ts";
import { cellOf, columnsOf, type ListItem, memberOf, propertiesOf } from "../../http/list-items.ts";
import type { ApiRequest, ConsoleAccess, ListPage, ListRead, Route, RouteList } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { parseAmount } from "../../kernel/money.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { tokenScale } from "../../tokens/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead } from "../console-route.ts";
import { csvResponse } from "./csv-response.ts";
import { ListSummarySchema, summarizeList } from "./list-summary.ts";
import { sharedParameters } from "./shared-parameters.ts";

/** Items of a list that are counted. Beyond that, the page says "1,000+". */
const maxCounted = 1_000;
/** Short pages that are read to count: each may have read thousands of items. */
const maxShortPages = 2;
/** Of one page: a list that is counted in the database reads any number. */
const sizeOf = ({ totals }: RouteList): number => (totals === undefined ? 100 : 500);

/** Names of the lists that have them. */
export function listNames(routes: readonly Route[]): readonly string[] {
  return [...new Set(routes.flatMap(({ list }) => list?.name ?? []))];
}

/** Gives each list its order and its period, its file and its counts. */
export function withListRoutes(deps: ConsoleDeps, routes: readonly Route[]): readonly Route[] {
  const all = routes.map(orderedRoute);
  const derived = all.flatMap((route) =>
    route.list?.name === undefined
      ? []
      : [exportRoute(deps, route, route.list), summaryRoute(route, route.list)],
  );
  return [...all, ...derived];
}

const naturally = { newest: "-created_at", oldest: "created_at" } as const;
function orderedRoute(route: Route): Route {
  const { list, work } = route;
  if (list?.first === undefined) return route;
  assert(work.kind === "read", `${route.operationId} is a list`);
  const query = propertiesOf(route.query);
  const shared = (list.shared ?? []).filter((filter) => !(sharedParameters[filter].name in query));
  const ordered = { ...list, shared };
  return {
    ...route,
    list: ordered,
    query: strictObject({
      ...query,
      ...Object.fromEntries(
        shared.map((filter) => sharedParameters[filter]).map(({ name, schema }) => [name, schema]),
      ),
      ...("sort" in query ? {} : { sort: sortParameter(list.first) }),
    }),
    work: {
      ...work,
      handle: (request: ApiRequest) =>
        list.respond(request, { page: request.page(), ...readOrder(ordered, request) }),
    },
  };
}

export function sortParameter(first: "newest" | "oldest") {
  return Type.Optional(
    Type.Enum(["-created_at", "created_at"], {
      type: "string",
      default: naturally[first],
      description: "A minus sign sorts in descending order.",
    }),
  );
}

/** The order and the shared filters that the query has. */
function readOrder({ shared = [] }: RouteList, request: ApiRequest): Omit<ListRead, "page"> {
  const query = request.query as Readonly<Record<string, string | undefined>>;
  const { sort } = query;
  const read = shared.map((filter) => {
    const { name, read: readValue } = sharedParameters[filter];
    return [filter, readValue(name, query[name])] as const;
  });
  return {
    ...(sort && { sort: sortOf(sort) }),
    ...Object.fromEntries(read.filter(([, value]) => value !== undefined)),
  };
}

/** `-created_at` is the order `created`, descending. */
function sortOf(sort: string): Sort {
  return { by: sort.replace("-", "").replace("_at", ""), isDescending: sort.startsWith("-") };
}

function exportRoute({ clock }: ConsoleDeps, route: Route, list: RouteList): Route {
  const { name = "", file: { nameOf = () => name, columns, cells, content = "The list.", ...texts } = {} } =
    list;
  const paths = columnsOf(memberOf(route.responses[200]?.schema)[1]);
  const cellsOf = cells ?? ((item: ListItem) => paths.map((path) => cellOf(item, path)));
  return consoleRead(`GET ${route.path}.csv`, {
    operationId: `${route.operationId}.export`,
    summary: `${route.summary}, as a file`,
    description: "The whole list as CSV (RFC 4180).",
    ...texts,
    access: accessOf(route),
    query: filtersOf(route),
    response: { description: content, mediaType: "text/csv", schema: Type.String() },
    refusals: route.refusals ?? [],
    respond: async (request) =>
      csvResponse({
        name: nameOf(request),
        now: clock.now(),
        columns: columns ?? paths.map((path) => path.join("_")),
        pages: linesOf(list, request, cellsOf as (item: unknown) => readonly string[]),
      }),
  });
}

async function* linesOf(
  list: RouteList,
  request: ApiRequest,
  cellsOf: (item: unknown) => readonly string[],
): AsyncGenerator<readonly (readonly string[])[]> {
  for await (const { items } of pagesOf(list, request)) yield items.map(cellsOf);
}

/** All pages of a list, with the filters and the order of a request. */
async function* pagesOf(list: RouteList, request: ApiRequest): AsyncGenerator<ListPage<unknown>> {
  const order = readOrder(list, request);
  const size = sizeOf(list);
  const cursors = { cursorAt: (position: string) => position, positionOf: (cursor: string) => cursor };
  let position: string | undefined;
  do {
    const page = { size, direction: "after" as const, position, ...cursors };
    // Without a size, some lists return everything at once.
    const query = { ...(request.query as object), "page[size]": size };
    const read = await list.present({ ...request, query }, { page, ...order });
    position = read.pagination.next ?? undefined;
    yield read;
  } while (position !== undefined);
}

function summaryRoute(route: Route, list: RouteList): Route {
  const { status: parameter = "status", counts: { limit, unmoved = [], ...texts } = {} } = list;
  const statuses = list.status === undefined ? [] : valuesOf(route, list.status);
  return consoleRead(`GET ${route.path}/summary`, {
    operationId: `${route.operationId}.summarize`,
    summary: `${route.summary}, in numbers`,
    description: `Counts stop at ${maxCounted}.`,
    ...texts,
    access: accessOf(route),
    query: filtersOf(route, ["sort"]),
    response: { description: "Count, sums, and counts by status.", schema: ListSummarySchema },
    refusals: route.refusals ?? [],
    handle: async (request) => {
      const { [parameter]: status, ...filters } = request.query as Readonly<
        Record<string, string | undefined>
      >;
      return summarizeList({
        statuses,
        status: statuses.length === 0 ? undefined : status,
        unmoved,
        limit: (await limit?.(request)) ?? maxCounted,
        load: (tab, most) => {
          const selected = statuses.length === 0 ? status : tab;
          const query = selected === undefined ? filters : { ...filters, [parameter]: selected };
          return totalsOf(list, { ...request, query }, most);
        },
      });
    },
  });
}

function totalsOf(list: RouteList, request: ApiRequest, limit: number): Promise<Totals> {
  return list.totals?.(request, readOrder(list, request), limit) ?? countItems(list, request, limit);
}

/** By the items, of a list that is not counted in the database. */
async function countItems(list: RouteList, request: ApiRequest, limit: number): Promise<Totals> {
  const { statusOf = () => "", amountOf = () => ["", ""] as const } = list;
  const totals: ListTotal[] = [];
  let shortPages = 0;
  let isComplete = true;
  for await (const { items, pagination, isComplete: isWhole = true } of pagesOf(list, request)) {
    for (const item of items as readonly never[]) {
      if (totals.length >= limit) return { totals, isComplete: false };
      const network = cellOf(item, ["network"]);
      totals.push({ status: statusOf(item), network, count: 1, ...amountIn(...amountOf(item)) });
    }
    if (items.length < sizeOf(list)) shortPages += 1;
    if (pagination.next !== null && shortPages >= maxShortPages) return { totals, isComplete: false };
    isComplete = pagination.next === null && isWhole;
  }
  return { totals, isComplete };
}

/** Without a currency if the item has no amount. */
function amountIn(value: string, code: string) {
  const parsed = parseAmount(value, { code, scale: tokenScale }, "");
  return isRefusal(parsed) ? { currency: "", units: 0n } : { currency: code, units: parsed.units };
}

function accessOf({ access, operationId }: Route): ConsoleAccess {
  assert(access !== "public" && "permission" in access, `${operationId} is an endpoint of the console`);
  return access;
}

/** The parameters of a list without those of its pages, and without others. */
function filtersOf({ query }: Route, others: readonly string[] = []) {
  const filters = Object.entries(propertiesOf(query)).filter(
    ([name]) => !name.startsWith("page[") && !others.includes(name),
  );
  return strictObject(Object.fromEntries(filters));
}

function valuesOf({ query }: Route, parameter: string): readonly string[] {
  const { enum: values = [] } = (propertiesOf(query)[parameter] ?? {}) as {
    readonly enum?: readonly string[];
  };
  return values;
}
