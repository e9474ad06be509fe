export {
  createDeliveryWorker,
  type DeliveryWorker,
  type DeliveryWorkerHealth,
} from "./delivery/delivery-worker.ts";
export type { AttemptReport } from "./delivery/send-attempt.ts";
export { readDestination } from "./destination.ts";
export { describedEvents } from "./event-types.ts";
export { createFanOut } from "./fan-out/fan-out.ts";
export { createFeedConsumer } from "./feed/feed-consumer.ts";
export { type AttemptSummary, attemptStatuses } from "./history/attempt-summary.ts";
export { historyJobs as webhookJobs } from "./history/jobs.ts";
export { attemptList, attemptView, selectPlacedAttempt as findAttempt } from "./history/store.ts";
export { replayOverseen, requireOverseen, switchSubscription } from "./operator/decide-subscription.ts";
export {
  measureQueues,
  measureWaiting,
  type OverseenFilter,
  type OverseenSubscription,
  overseenSubscriptions,
} from "./operator/store.ts";
export {
  presentWebhook,
  presentWebhookDelivery,
  presentWholeWebhook,
  WebhookDeliverySchema,
  WebhookSchema,
  type WholeWebhook,
  WholeWebhookSchema,
} from "./operator/webhook-response.ts";
export { webhookRoutes } from "./routes.ts";
export type { TraceDelivery, WebhookSender } from "./sender.ts";
/** @public For bank links, whose customers have webhooks of their own. */
export { type CustomerWebhookDeps, subscribeCustomer } from "./subscriptions/customer-webhook.ts";
export { disableSubscription } from "./subscriptions/disable-subscription.ts";
export { endpointView, failingEndpointQueue, subscriptionView } from "./subscriptions/store.ts";
export { subscriptionStatuses } from "./subscriptions/subscription.ts";
export { hostOf } from "./subscriptions/subscription-audit.ts";
