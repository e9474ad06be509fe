import Type from "typebox";
import { findApplications } from "../../auth/index.ts";
import type { Session } from "../../db/database.ts";
import { IdSchema } from "../../http/schemas.ts";
import { parseId } from "../../kernel/id.ts";
import type { CountRow } from "../../statistics/index.ts";
import { overseenSubscriptions } from "../../webhooks/index.ts";
import type { Chart, ChartPanel } from "./chart-response.ts";
import type { ChartDefinition, ChartInput } from "./chart-route.ts";
import {
  type Counted,
  countOf,
  distinct,
  loadCounts,
  type Measure,
  percentileOf,
  seriesOf,
  shareOf,
} from "./measure.ts";

const always = (): boolean => true;
const isError = ({ detail }: CountRow): boolean => detail === "4xx" || detail === "5xx";
const isDelivered = ({ detail }: CountRow): boolean => detail === "succeeded";

const applicationFilter = { application_id: Type.Optional(IdSchema) };
const subscriptionFilter = { subscription_id: Type.Optional(IdSchema) };

/** API requests of a workspace's applications, and deliveries to its webhook endpoints. */
export const developerCharts: readonly ChartDefinition[] = [
  {
    path: "requests",
    operationId: "getRequestsChart",
    summary: "Get the number of API requests by status class",
    permission: "requests.read",
    filter: applicationFilter,
    load: async ({ database }, input) => {
      const counted = await loadRequests(database, input);
      return { panels: [countedBy(counted, ({ detail }) => detail)] };
    },
  },
  {
    path: "request-errors",
    operationId: "getRequestErrorsChart",
    summary: "Get the share of API requests with an error, by application",
    permission: "requests.read",
    filter: applicationFilter,
    load: async ({ database }, input) => {
      const counted = await loadRequests(database, input);
      return shares(counted, isError, (ids) => applicationNames(database, input, ids));
    },
  },
  {
    path: "request-time",
    operationId: "getRequestTimeChart",
    summary: "Get the duration of API requests",
    permission: "requests.read",
    filter: applicationFilter,
    load: async ({ database }, input) => ({
      panels: [percentiles(await loadRequests(database, input, { withDurations: true }))],
    }),
  },
  {
    path: "deliveries",
    operationId: "getDeliveriesChart",
    summary: "Get the number of webhook delivery attempts by outcome",
    permission: "webhooks:read",
    filter: subscriptionFilter,
    load: async ({ database }, input) => {
      const counted = await loadDeliveries(database, input);
      return { panels: [countedBy(counted, ({ detail }) => detail)] };
    },
  },
  {
    path: "delivery-success",
    operationId: "getDeliverySuccessChart",
    summary: "Get the share of successful webhook delivery attempts, by endpoint",
    permission: "webhooks:read",
    filter: subscriptionFilter,
    load: async ({ database }, input) => {
      const counted = await loadDeliveries(database, input);
      return shares(counted, isDelivered, () => endpointNames(database, input));
    },
  },
  {
    path: "delivery-time",
    operationId: "getDeliveryTimeChart",
    summary: "Get the response time of webhook endpoints",
    permission: "webhooks:read",
    filter: subscriptionFilter,
    load: async ({ database }, input) => ({
      panels: [percentiles(await loadDeliveries(database, input, { withDurations: true }))],
    }),
  },
];

/** Applications or endpoints: one line each. */
const maxLines = 8;
/** Subscriptions whose URLs are looked up. */
const maxEndpoints = 500;

interface Options {
  readonly withDurations?: boolean;
}

function loadRequests(database: Session, input: ChartInput, options: Options = {}): Promise<Counted> {
  const { scope, periods, only } = input;
  return loadCounts(database, { ...scope, series: "requests", name: only, ...options }, periods);
}

function loadDeliveries(database: Session, input: ChartInput, options: Options = {}): Promise<Counted> {
  const { scope, periods, only } = input;
  const query = {
    ...scope,
    table: "webhook_statistics",
    series: "deliveries",
    name: only,
    ...options,
  } as const;
  return loadCounts(database, query, periods);
}

function countedBy(counted: Counted, of: (row: CountRow) => string): ChartPanel {
  const series = distinct(counted, of).map((name) =>
    seriesOf(counted, { name }, (row) => of(row) === name, countOf),
  );
  return { name: "count", unit: "count", series };
}

function percentiles(counted: Counted): ChartPanel {
  const line = (name: string, measure: Measure) => seriesOf(counted, { name }, always, measure);
  return { name: "ms", unit: "ms", series: [line("p50", percentileOf(50)), line("p95", percentileOf(95))] };
}

/** The share of the matching rows, by name. */
async function shares(
  counted: Counted,
  matches: (row: CountRow) => boolean,
  findNames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<Chart> {
  const ids = distinct(counted, ({ name }) => name);
  const names = await findNames(ids);
  const series = ids
    .slice(0, maxLines)
    .map((id) =>
      seriesOf(counted, { name: id, label: names.get(id) }, ({ name }) => name === id, shareOf(matches)),
    );
  const panel = { name: "percent", unit: "percent", series };
  return { panels: [panel], isComplete: ids.length <= maxLines };
}

async function applicationNames(
  database: Session,
  { scope }: ChartInput,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const parsed = ids.map((id) => parseId<"application">(id)).filter((id) => id !== undefined);
  const found = await findApplications(database, scope.tenantId, parsed);
  return new Map([...found].map(([id, { name }]) => [id, name]));
}

/** The URL without its scheme. */
async function endpointNames(
  database: Session,
  { scope: { tenantId } }: ChartInput,
): Promise<ReadonlyMap<string, string>> {
  const { items } = await overseenSubscriptions.read(database, { tenantId }, { limit: maxEndpoints });
  return new Map(items.map(({ id, url }) => [id, url.replace(/^https?:\/\//, "")]));
}
