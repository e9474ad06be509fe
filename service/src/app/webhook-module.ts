import type { Registry } from "prom-client";
import type { EventConsumer } from "../events/index.ts";
import type { Route } from "../http/route.ts";
import type { JobDefinition, Schedule } from "../jobs/index.ts";
import type { AppParts } from "../startup/app-parts.ts";
import type { Outgoing } from "../startup/outgoing.ts";
import { serviceVersion } from "../startup/service-version.ts";
import { createDestinationCheck } from "../webhooks/adapters/destination-check.ts";
import { createUndiciSender } from "../webhooks/adapters/undici-sender.ts";
import {
  type AttemptReport,
  type Courier,
  type CourierHealth,
  createCourier,
  createFanOut,
  createFeedConsumer,
  createMessageCache,
  disableSubscription,
  readDestination,
  type WebhookSender,
  webhookJobs,
  webhookRoutes,
} from "../webhooks/index.ts";
import { createWebhookMetrics } from "./webhook-metrics.ts";

/** Who is told of what happens: subscriptions, deliveries, the feed. */
export interface WebhookModule {
  readonly routes: readonly Route[];
  readonly jobs: { readonly jobs: readonly JobDefinition[]; readonly schedules: readonly Schedule[] };
  readonly consumers: readonly EventConsumer[];
  start(): void;
  stop(graceMs: number): Promise<void>;
  /** Undefined on a node that delivers nothing. */
  health(): CourierHealth | undefined;
}

export interface WebhookParts {
  readonly outgoing: Outgoing;
  readonly registry: Registry;
}

export function createWebhookModule(parts: AppParts, { outgoing, registry }: WebhookParts): WebhookModule {
  const { config, database, clock } = parts;
  const isWorker = config.roles.has("worker");
  const sender = createSender(parts);
  const messages = createMessageCache();
  const report = isWorker ? createWebhookMetrics(registry, parts) : () => {};
  const courier = isWorker ? createNodeCourier(parts, outgoing, { sender, messages, report }) : undefined;
  const { historyMs } = config.webhooks;
  return {
    routes: composeWebhookRoutes(parts, outgoing, sender),
    jobs: webhookJobs({ database, clock, historyMs }),
    consumers: [
      createFanOut({ clock, wakeUp: outgoing.wakeUp, remember: messages.remember }),
      createFeedConsumer(outgoing),
    ],
    start: () => courier?.start(),
    stop: async (graceMs) => {
      await courier?.stop(graceMs);
      await sender.close();
    },
    health: () => courier?.health(),
  };
}

/** @public Also for the API document, with nothing behind them. */
export function composeWebhookRoutes(
  { config, database, clock, newId, keyRing, logger }: AppParts,
  { wakeUp }: Outgoing,
  sender: Pick<WebhookSender, "send">,
): readonly Route[] {
  const { allowHttp, allowPrivate, proxyUrl, historyMs } = config.webhooks;
  const rules = { allowHttp, allowPrivate };
  return webhookRoutes({
    database,
    clock,
    newId,
    keyRing,
    wakeUp,
    sender,
    historyMs,
    readDestination: (url) => readDestination(url, rules),
    checkDestination: createDestinationCheck({ rules, isProxied: proxyUrl !== undefined }),
    onNewsError: (error) => logger.warn({ err: error }, "those who follow events could not be told of news"),
  });
}

function createSender({ config, clock }: AppParts): WebhookSender {
  const { allowHttp, allowPrivate, extraCa, proxyUrl } = config.webhooks;
  return createUndiciSender({
    clock,
    version: serviceVersion(),
    rules: { allowHttp, allowPrivate },
    extraCa,
    proxyUrl,
  });
}

interface CourierParts {
  readonly sender: WebhookSender;
  readonly messages: ReturnType<typeof createMessageCache>;
  readonly report: (report: AttemptReport) => void;
}

function createNodeCourier(parts: AppParts, outgoing: Outgoing, more: CourierParts): Courier {
  const { config, database, clock, newId, keyRing, logger } = parts;
  const { concurrency, endpointConcurrency } = config.webhooks;
  const deps = { clock, newId, eventLog: outgoing.eventLog };
  return createCourier({
    ...more,
    database,
    clock,
    newId,
    keyRing,
    wakeUp: outgoing.wakeUp,
    concurrency,
    endpointConcurrency,
    disable: async (endpoint, because) => {
      const isDone = await database.transaction((tx) => disableSubscription(deps, tx, endpoint, because));
      if (isDone)
        logger.warn({ subscriptionId: endpoint.id, because }, "a webhook subscription was disabled");
    },
    onError: (error) => logger.warn({ err: error }, "webhooks could not be delivered for a moment"),
  });
}
