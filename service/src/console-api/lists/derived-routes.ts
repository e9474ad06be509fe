import Type, { type TProperties } from "typebox";
import type { ConsoleAccess, Route } from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { formatAmount, parseAmount, usd } from "../../kernel/money.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { tokenScale } from "../../tokens/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead } from "../console-route.ts";
import { csvResponse } from "./csv-response.ts";
import { type ListDefinition, listDefinitions, listOrders } from "./list-definitions.ts";
import { ListSummarySchema, type ListTotal, summarizeList, type Totals } from "./list-summary.ts";
import { cellOf, columnsOf, type ListItem, type ListPage, memberOf, pagesOf } from "./listable.ts";
import { orderedRoute } from "./ordered-route.ts";

/** Items that are counted through the endpoint of their list. Beyond that, the page says "1,000+". */
const maxCounted = 1_000;
/** Short pages that are read to count: each may have read thousands of items. */
const maxShortPages = 2;

/** A list of the table with the order and the range of time that a user chooses; other routes are as they were. */
export function orderedIfList(route: Route): Route {
  const order = listOrders[route.operationId];
  return order === undefined ? route : orderedRoute(route, order);
}

/** For each list of the table: its file, and its numbers. Both read it through its own endpoint, with its permission. */
export function derivedListRoutes(deps: ConsoleDeps, routes: readonly Route[]): readonly Route[] {
  return routes.flatMap((route) => {
    const definition = listDefinitions[route.operationId];
    if (definition === undefined) return [];
    return [exportRoute(deps, route, definition), summaryRoute(route, definition)];
  });
}

function exportRoute({ clock }: ConsoleDeps, route: Route, { name }: ListDefinition): Route {
  const columns = columnsOf(memberOf(route)[1]);
  return consoleRead(`GET ${route.path}.csv`, {
    operationId: `${route.operationId}.export`,
    summary: `${route.summary}, as a file`,
    description: "The whole list as CSV (RFC 4180).",
    access: accessOf(route),
    query: filtersOf(route),
    response: { description: "The list.", mediaType: "text/csv", schema: Type.String() },
    refusals: route.refusals ?? [],
    respond: async (request) =>
      csvResponse({
        name,
        now: clock.now(),
        columns: columns.map((path) => path.join("_")),
        pages: cells(pagesOf(route, request, request.query as object), columns),
      }),
  });
}

async function* cells(
  pages: AsyncIterable<ListPage>,
  columns: readonly (readonly string[])[],
): AsyncGenerator<readonly (readonly string[])[]> {
  for await (const { items } of pages) yield items.map((item) => columns.map((path) => cellOf(item, path)));
}

function summaryRoute(route: Route, definition: ListDefinition): Route {
  const { status: { parameter = "status", values = [] } = {} } = definition;
  return consoleRead(`GET ${route.path}/summary`, {
    operationId: `${route.operationId}.summarize`,
    summary: `${route.summary}, in numbers`,
    description: `Counts stop at ${maxCounted}.`,
    access: accessOf(route),
    query: filtersOf(route, ["sort"]),
    response: { description: "Count, sums, and counts by status.", schema: ListSummarySchema },
    refusals: route.refusals ?? [],
    handle: (request) => {
      const { [parameter]: given, ...filters } = request.query as Readonly<
        Record<string, string | undefined>
      >;
      return summarizeList({
        statuses: values,
        status: values.length === 0 ? undefined : given,
        load: (status, limit) => {
          const selected = values.length === 0 ? given : status;
          const query = selected === undefined ? filters : { ...filters, [parameter]: selected };
          return totalsOf(pagesOf(route, request, query), definition, Math.min(limit, maxCounted));
        },
        format: (units, code) => formatAmount({ units, asset: assetOf(code) }),
      });
    },
  });
}

async function totalsOf(
  pages: AsyncIterable<ListPage>,
  { status, amount }: ListDefinition,
  limit: number,
): Promise<Totals> {
  const totals: ListTotal[] = [];
  let shortPages = 0;
  let isComplete = true;
  for await (const { items, isLast, isFull } of pages) {
    for (const item of items) {
      if (totals.length >= limit) return { totals, isComplete: false };
      const { currency, units } = amountIn(item, amount);
      totals.push({
        status: status?.of(item) ?? "",
        currency,
        network: cellOf(item, ["network"]),
        count: 1,
        units,
      });
    }
    if (!isFull) shortPages += 1;
    if (!isLast && shortPages >= maxShortPages) return { totals, isComplete: false };
    isComplete = isLast;
  }
  return { totals, isComplete };
}

/** Without a currency if the item has no amount. */
function amountIn(item: ListItem, amount: ListDefinition["amount"]) {
  const [value = "", currency = ""] = amount?.(item) ?? [];
  const parsed = parseAmount(value, assetOf(currency), "");
  return isRefusal(parsed) ? { currency: "", units: 0n } : { currency, units: parsed.units };
}

function assetOf(code: string) {
  return code === usd.code ? usd : { code, scale: tokenScale };
}

function accessOf({ access, operationId }: Route): ConsoleAccess {
  assert(access !== "public" && "permission" in access, `${operationId} is an endpoint of the console`);
  return access;
}

/** The parameters of a list without those of its pages, and without others. */
function filtersOf({ query }: Route, others: readonly string[] = []) {
  const { properties = {} } = (query ?? {}) as { readonly properties?: TProperties };
  const filters = Object.entries(properties).filter(
    ([name]) => !name.startsWith("page[") && !others.includes(name),
  );
  return strictObject(Object.fromEntries(filters));
}
