import { bigint, integer, json, optional, sealed, text, textArray, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { EventId } from "../events/event.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { AttemptId } from "./delivery/store.ts";
import type { AttemptReason, AttemptStatus } from "./history/attempt-summary.ts";
import {
  type DisabledReason,
  type SubscriptionId,
  type SubscriptionStatus,
  secretContext,
} from "./subscriptions/subscription.ts";

/** Completed delivery attempts. */
export const webhookAttempts = table({
  name: "webhook_attempts",
  owner: "webhooks",
  place: "local",
  key: ["tenantId", "subscriptionId", "id"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    subscriptionId: text<SubscriptionId>(),
    id: text<AttemptId>(),
    eventId: text<EventId>(),
    eventType: text(),
    reason: text<AttemptReason>(),
    attemptNumber: integer(),
    status: text<Exclude<AttemptStatus, "pending">>(),
    /** Undefined without a response. */
    statusCode: optional(integer()),
    /** Undefined where it succeeded. */
    failureMessage: optional(text()),
    requestUrl: text(),
    durationMs: integer(),
    responseExcerpt: optional(text()),
    /** After a failure: when the next one is due, while it is queued. */
    nextAttemptAt: optional(timestamptz()),
    insertedAt: timestamptz(),
    endedAt: timestamptz(),
    /** The time in the signature. */
    sentAt: optional(timestamptz()),
    /** Of the secrets that signed it, the current one first, with spaces between them. */
    secretIds: optional(text()),
    responseHeaders: optional(json<Readonly<Record<string, string>>>()),
  },
});

/** Delivery queue of each subscription. */
export const webhookEndpointQueues = table({
  name: "webhook_endpoint_queues",
  owner: "webhooks",
  place: "local",
  key: ["tenantId", "subscriptionId"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    subscriptionId: text<SubscriptionId>(),
    readyAt: optional(timestamptz()),
    holder: optional(text()),
    changeCount: bigint(),
    failuresInARow: integer(),
    failingSince: optional(timestamptz()),
    pausedUntil: optional(timestamptz()),
  },
});

/** Pending delivery attempts. */
export const webhookQueue = table({
  name: "webhook_queue",
  owner: "webhooks",
  place: "local",
  key: ["tenantId", "subscriptionId", "id"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    subscriptionId: text<SubscriptionId>(),
    id: text<AttemptId>(),
    eventId: text<EventId>(),
    eventType: text(),
    eventAccountId: text<AccountId>(),
    eventSequence: bigint(),
    reason: text<AttemptReason>(),
    attemptNumber: integer(),
    dueAt: timestamptz(),
    insertedAt: timestamptz(),
  },
});

/** Webhook endpoints and their event types. */
export const webhookSubscriptions = table({
  name: "webhook_subscriptions",
  owner: "webhooks",
  place: "local",
  key: ["tenantId", "id"],
  audited: ["webhook_subscription"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<SubscriptionId>(),
    /** The owner. A managing account also gets the events of the accounts it manages. */
    accountId: text<AccountId>(),
    url: text(),
    /** Types such as `transfer.created` and wildcards such as `transfer.*`. */
    events: textArray(),
    description: optional(text()),
    status: text<SubscriptionStatus>(),
    disabledBecause: optional(text<DisabledReason>()),
    secret: sealed(secretContext),
    previousSecret: optional(sealed(secretContext)),
    /** During a rotation: when the previous secret expires. It may be in the past. */
    previousSecretUntil: optional(timestamptz()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
    addressId: optional(text()),
  },
});
