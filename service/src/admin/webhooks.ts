import type { WakeUp } from "../db/wake-up.ts";
import { type AccountId, type Network, parseId, type TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import {
  type AttemptStatus,
  attemptStatuses,
  hostOf,
  type ListedAttempt,
  listAttempts,
  listOverseenSubscriptions,
  measureWaiting,
  type OverseenFilter,
  type OverseenSubscription,
  replayOverseen,
  requireOverseen,
  type SubscriptionStatus,
  subscriptionStatuses,
  switchSubscription,
} from "../webhooks/index.ts";
import { refuseAt } from "./journal-name.ts";
import { collectPages, type Listing } from "./listing.ts";
import type { AdminContext } from "./open-admin.ts";

/** A webhook subscription in plain values, without its secrets. */
export interface WebhookView {
  readonly id: string;
  readonly tenantId: string;
  readonly network: Network;
  readonly accountId: string;
  /** Of the address only this: people put keys into the rest. */
  readonly urlHost: string;
  readonly events: readonly string[];
  readonly status: string;
  readonly disabledReason: string | undefined;
  readonly failingSince: string | undefined;
  readonly pausedUntil: string | undefined;
  readonly created: string;
  readonly updated: string;
}

/** The same with how its endpoint does, and what waits for it. */
export interface WholeWebhookView extends WebhookView {
  readonly failuresInARow: number;
  /** Counted no further than a million. */
  readonly waiting: number;
  readonly oldestWaiting: string | undefined;
  readonly nextDue: string | undefined;
}

/** An attempt to deliver an event. What the endpoint answered is between it and its owner. */
export interface WebhookDeliveryView {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly reason: string;
  readonly attemptNumber: number;
  readonly status: string;
  readonly statusCode: number | undefined;
  readonly failureMessage: string | undefined;
  readonly durationMs: number | undefined;
  readonly nextAttempt: string | undefined;
  readonly created: string;
}

export interface WebhookFilter {
  readonly tenantId?: string;
  readonly accountId?: string;
  readonly status?: string;
  readonly isFailing?: boolean;
  /** As many as a list holds, unless it is given. */
  readonly limit?: number;
}

const perPage = 500;
const maxReasonLength = 500;
/** Nobody is nudged: couriers look by themselves once in a while. */
const wakeUp: Pick<WakeUp, "nudge"> = { nudge: () => {} };

/** Of every tenant, newest first. */
export async function listWebhooks(admin: AdminContext, wish: WebhookFilter): Promise<Listing<WebhookView>> {
  const filter = readFilter(wish);
  const { items, isComplete } = await collectPages<OverseenSubscription>(
    (last) => listOverseenSubscriptions(admin.database, { filter, beforeId: last?.id, limit: perPage }),
    wish.limit,
  );
  return { items: items.map(view), isComplete };
}

export async function showWebhook({ database }: AdminContext, id: string): Promise<WholeWebhookView> {
  const subscription = await requireOverseen(database, id);
  const { count, oldestAt, nextDueAt } = await measureWaiting(database, subscription);
  return {
    ...view(subscription),
    failuresInARow: subscription.failuresInARow,
    waiting: count,
    oldestWaiting: optionalInstant(oldestAt),
    nextDue: optionalInstant(nextDueAt),
  };
}

/** Attempts that were made or are to be made, newest first. */
export async function listWebhookDeliveries(
  { database }: AdminContext,
  { id, status, limit }: { readonly id: string; readonly status?: string; readonly limit?: number },
): Promise<Listing<WebhookDeliveryView>> {
  const { tenantId, network, accountId, id: subscriptionId } = await requireOverseen(database, id);
  const slice = {
    tenantId,
    network,
    accountId,
    subscriptionId,
    eventId: undefined,
    eventType: undefined,
    status: status === undefined ? undefined : readAttemptStatus(status),
    direction: "after",
    limit: perPage,
  } as const;
  const { items, isComplete } = await collectPages<ListedAttempt>(
    (last) => listAttempts(database, { ...slice, position: last?.id }),
    limit,
  );
  return { items: items.map(deliveryView), isComplete };
}

/** Nothing is sent until it is enabled again; what happens meanwhile can be replayed. */
export async function disableWebhook(
  admin: AdminContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<WholeWebhookView> {
  const wish = { id, status: "disabled", cause: admin.cause, reason: readReason(reason) } as const;
  await admin.database.transaction((tx) => switchSubscription({ ...admin, wakeUp }, tx, wish));
  return showWebhook(admin, id);
}

/** It is sent to as if it had never failed. */
export async function enableWebhook(admin: AdminContext, id: string): Promise<WholeWebhookView> {
  const wish = { id, status: "active", cause: admin.cause } as const;
  await admin.database.transaction((tx) => switchSubscription({ ...admin, wakeUp }, tx, wish));
  return showWebhook(admin, id);
}

export interface WebhookReplayRequest {
  readonly id: string;
  /** RFC 3339. */
  readonly since: string;
  /** RFC 3339, not included; now where it is left out. */
  readonly until?: string;
  readonly onlyFailed: boolean;
}

/** Sends the events of a time again, and answers how many. */
export function replayWebhook(admin: AdminContext, request: WebhookReplayRequest): Promise<number> {
  const { cause, config } = admin;
  const deps = { ...admin, wakeUp, historyMs: config.webhooks.historyMs };
  return admin.database.transaction((tx) => replayOverseen(deps, tx, { ...request, cause }));
}

function readFilter({ tenantId, accountId, status, isFailing }: WebhookFilter): OverseenFilter {
  return {
    ...(tenantId === undefined ? {} : { tenantId: readTenant(tenantId) }),
    ...(accountId === undefined ? {} : { accountId: readAccount(accountId) }),
    ...(status === undefined ? {} : { status: readStatus(status) }),
    ...(isFailing === undefined ? {} : { isFailing }),
  };
}

function readTenant(text: string): TenantId {
  return parseId<"tenant">(text) ?? refuseAt("tenant", "must be the id of a managing account");
}

function readAccount(text: string): AccountId {
  return parseId<"account">(text) ?? refuseAt("account", "must be the id of an account");
}

function readStatus(text: string): SubscriptionStatus {
  return (
    subscriptionStatuses.find((status) => status === text) ??
    refuseAt("status", `must be one of ${subscriptionStatuses.join(", ")}`)
  );
}

function readAttemptStatus(text: string): AttemptStatus {
  return (
    attemptStatuses.find((status) => status === text) ??
    refuseAt("status", `must be one of ${attemptStatuses.join(", ")}`)
  );
}

function readReason(reason: string): string {
  const text = reason.trim();
  if (text === "" || text.length > maxReasonLength) {
    refuseAt("reason", `must be 1 to ${maxReasonLength} characters`);
  }
  return text;
}

function view(subscription: OverseenSubscription): WebhookView {
  const { id, tenantId, network, accountId, events, status, disabledReason } = subscription;
  return {
    id,
    tenantId,
    network,
    accountId,
    urlHost: hostOf(subscription.url),
    events,
    status,
    disabledReason,
    failingSince: optionalInstant(subscription.failingSince),
    pausedUntil: optionalInstant(subscription.pausedUntil),
    created: formatInstant(subscription.createdAt),
    updated: formatInstant(subscription.updatedAt),
  };
}

function deliveryView(attempt: ListedAttempt): WebhookDeliveryView {
  const { id, eventId, eventType, reason, attemptNumber, status, insertedAt } = attempt;
  const fields = {
    id,
    eventId,
    eventType,
    reason,
    attemptNumber,
    status,
    created: formatInstant(insertedAt),
  };
  if (attempt.status === "pending") {
    const nextAttempt = formatInstant(attempt.dueAt);
    return {
      ...fields,
      statusCode: undefined,
      failureMessage: undefined,
      durationMs: undefined,
      nextAttempt,
    };
  }
  const { statusCode, failureMessage, durationMs, nextAttemptAt } = attempt;
  return { ...fields, statusCode, failureMessage, durationMs, nextAttempt: optionalInstant(nextAttemptAt) };
}

function optionalInstant(instant: Instant | undefined): string | undefined {
  return instant === undefined ? undefined : formatInstant(instant);
}
