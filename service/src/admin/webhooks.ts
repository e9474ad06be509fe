import type { WakeUp } from "../db/wake-up.ts";
import { type AccountId, type Network, parseId, type TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import {
  type AttemptStatus,
  type AttemptSummary,
  attemptStatuses,
  hostOf,
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
import { collectPages, type ItemList } from "./item-list.ts";
import { refuseAt } from "./journal-name.ts";
import type { AdminContext } from "./open-admin.ts";

/** A webhook subscription as plain values, without its secrets. */
export interface WebhookView {
  readonly id: string;
  readonly tenantId: string;
  readonly network: Network;
  readonly accountId: string;
  /** Only the host: customers put keys into the rest of the URL. */
  readonly urlHost: string;
  readonly events: readonly string[];
  readonly status: string;
  readonly disabledReason: string | undefined;
  readonly failingSince: string | undefined;
  readonly pausedUntil: string | undefined;
  readonly created: string;
  readonly updated: string;
}

/** The same with the endpoint's health and its pending events. */
export interface WholeWebhookView extends WebhookView {
  readonly failuresInARow: number;
  /** Counted up to one million. */
  readonly waiting: number;
  readonly oldestWaiting: string | undefined;
  readonly nextDue: string | undefined;
}

/** A delivery attempt. The endpoint's response body is private to its owner and not included. */
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
  /** Defaults to the maximum length of a list. */
  readonly limit?: number;
}

const perPage = 500;
const maxReasonLength = 500;
/** No wake-up: delivery workers poll. */
const wakeUp: Pick<WakeUp, "nudge"> = { nudge: () => {} };

/** Of all tenants, newest first. */
export async function listWebhooks(
  admin: AdminContext,
  input: WebhookFilter,
): Promise<ItemList<WebhookView>> {
  const filter = readFilter(input);
  const { items, isComplete } = await collectPages<OverseenSubscription>(
    (last) => listOverseenSubscriptions(admin.database, { filter, beforeId: last?.id, limit: perPage }),
    input.limit,
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

/** Past and scheduled attempts, newest first. */
export async function listWebhookDeliveries(
  { database }: AdminContext,
  { id, status, limit }: { readonly id: string; readonly status?: string; readonly limit?: number },
): Promise<ItemList<WebhookDeliveryView>> {
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
  const { items, isComplete } = await collectPages<AttemptSummary>(
    (last) => listAttempts(database, { ...slice, position: last?.id }),
    limit,
  );
  return { items: items.map(deliveryView), isComplete };
}

/** Stops deliveries until it is enabled again; events in between can be replayed. */
export async function disableWebhook(
  admin: AdminContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<WholeWebhookView> {
  const input = { id, status: "disabled", cause: admin.cause, reason: readReason(reason) } as const;
  await admin.database.transaction((tx) => switchSubscription({ ...admin, wakeUp }, tx, input));
  return showWebhook(admin, id);
}

/** Resumes deliveries and resets the failure count. */
export async function enableWebhook(admin: AdminContext, id: string): Promise<WholeWebhookView> {
  const input = { id, status: "active", cause: admin.cause } as const;
  await admin.database.transaction((tx) => switchSubscription({ ...admin, wakeUp }, tx, input));
  return showWebhook(admin, id);
}

export interface WebhookReplayRequest {
  readonly id: string;
  /** RFC 3339. */
  readonly since: string;
  /** RFC 3339, exclusive; defaults to now. */
  readonly until?: string;
  readonly onlyFailed: boolean;
}

/** Replays the events of a period, and returns the count. */
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

function deliveryView(attempt: AttemptSummary): WebhookDeliveryView {
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
