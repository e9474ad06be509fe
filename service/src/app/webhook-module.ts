import type { Registry } from "prom-client";
import type { EventConsumer } from "../events/index.ts";
import type { Route } from "../http/route.ts";
import type { JobDefinition, Schedule } from "../jobs/index.ts";
import { serviceVersion } from "../startup/service-version.ts";
import { createDestinationCheck } from "../webhooks/adapters/destination-check.ts";
import { createUndiciSender } from "../webhooks/adapters/undici-sender.ts";
import {
  type AttemptReport,
  createDeliveryWorker,
  createFanOut,
  createFeedConsumer,
  type DeliveryWorker,
  type DeliveryWorkerHealth,
  disableSubscription,
  readDestination,
  type WebhookSender,
  webhookJobs,
  webhookRoutes,
} from "../webhooks/index.ts";
import type { AppParts } from "./app-parts.ts";
import { createEventCounter } from "./event-metrics.ts";
import type { Outgoing } from "./outgoing.ts";
import { createWebhookMetrics } from "./webhook-metrics.ts";

/** Webhooks: subscriptions, deliveries, the event feed. */
export interface WebhookModule {
  readonly routes: readonly Route[];
  readonly jobs: { readonly jobs: readonly JobDefinition[]; readonly schedules: readonly Schedule[] };
  readonly consumers: readonly EventConsumer[];
  start(): void;
  stop(graceMs: number): Promise<void>;
  /** Undefined on a node that delivers nothing. */
  health(): DeliveryWorkerHealth | undefined;
}

export interface WebhookParts {
  readonly outgoing: Outgoing;
  readonly registry: Registry;
}

export function createWebhookModule(parts: AppParts, { outgoing, registry }: WebhookParts): WebhookModule {
  const { config, database, clock, newId } = parts;
  const isWorker = config.roles.has("worker");
  const sender = createSender(parts);
  const report = isWorker ? createWebhookMetrics(registry, parts) : () => {};
  const deliveryWorker = isWorker ? createNodeDeliveryWorker(parts, outgoing, { sender, report }) : undefined;
  const { historyMs } = config.webhooks;
  return {
    routes: composeWebhookRoutes(parts, outgoing, sender),
    jobs: webhookJobs({ database, clock, historyMs }),
    consumers: [
      createFanOut({ clock, newId, wakeUp: outgoing.wakeUp, handOver: deliveryWorker?.handOver }),
      createFeedConsumer(outgoing),
      ...(isWorker ? [createEventCounter(registry)] : []),
    ],
    start: () => deliveryWorker?.start(),
    stop: async (graceMs) => {
      await deliveryWorker?.stop(graceMs);
      await sender.close();
    },
    health: () => deliveryWorker?.health(),
  };
}

/** @public Also used to generate the API document, without a running service. */
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
    onUpdateError: (error) =>
      logger.warn({ err: error }, "subscribers of the event feed could not be notified"),
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

/** Longest pause of an idle worker. Well below the silence after which readiness reports a stalled one. */
const idleMs = 5_000;

interface DeliveryWorkerParts {
  readonly sender: WebhookSender;
  readonly report: (report: AttemptReport) => void;
}

function createNodeDeliveryWorker(
  parts: AppParts,
  outgoing: Outgoing,
  services: DeliveryWorkerParts,
): DeliveryWorker {
  const { config, database, clock, newId, keyRing, logger, traceDelivery } = parts;
  const { concurrency, endpointConcurrency } = config.webhooks;
  const deps = { clock, newId, eventLog: outgoing.eventLog };
  return createDeliveryWorker({
    ...services,
    database,
    clock,
    newId,
    keyRing,
    wakeUp: outgoing.wakeUp,
    concurrency,
    endpointConcurrency,
    idleMs,
    trace: traceDelivery,
    disable: async (endpoint, because) => {
      const isDone = await database.transaction((tx) => disableSubscription(deps, tx, endpoint, because));
      if (isDone)
        logger.warn({ subscriptionId: endpoint.id, because }, "a webhook subscription was disabled");
    },
    onError: (error) => logger.warn({ err: error }, "webhook delivery failed; retrying"),
  });
}
