import {
  type AttemptSummary,
  attemptList,
  attemptStatuses,
  measureWaiting,
  type OverseenFilter,
  type OverseenSubscription,
  overseenSubscriptions,
  replayOverseen,
  requireOverseen,
  subscriptionStatuses,
  switchSubscription,
  type WholeWebhook,
} from "../webhooks/index.ts";
import { noWakeUp } from "./admin-deps.ts";
import { collectStream, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readAccountId, readOneOf, readTenantId, readText } from "./read-input.ts";

export interface WebhookFilter {
  readonly tenantId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly status?: string | undefined;
  readonly isFailing?: boolean | undefined;
  /** Defaults to the maximum length of a list. */
  readonly limit?: number;
}

const maxReasonLength = 500;
const wakeUp = noWakeUp;

/** Of all tenants, newest first. */
export function listWebhooks(
  { database }: AdminContext,
  input: WebhookFilter,
): Promise<ItemList<OverseenSubscription>> {
  return collectStream(overseenSubscriptions.stream(database, readFilter(input)), input.limit);
}

export async function showWebhook({ database }: AdminContext, id: string): Promise<WholeWebhook> {
  const subscription = await requireOverseen(database, id);
  return { ...subscription, waiting: await measureWaiting(database, subscription) };
}

/** Past and scheduled attempts, newest first. */
export async function listWebhookDeliveries(
  { database }: AdminContext,
  request: { readonly id: string; readonly status?: string | undefined; readonly limit?: number },
): Promise<ItemList<AttemptSummary>> {
  const { tenantId, network, accountId, id: subscriptionId } = await requireOverseen(database, request.id);
  const status =
    request.status === undefined ? undefined : readOneOf("status", attemptStatuses, request.status);
  const filters = { tenantId, network, accountId, subscriptionId, status };
  return collectStream(attemptList.stream(database, filters), request.limit);
}

/** Stops deliveries until it is enabled again; events in between can be replayed. */
export async function disableWebhook(
  admin: AdminContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<WholeWebhook> {
  const input = {
    id,
    status: "disabled",
    cause: admin.cause,
    reason: readText("reason", reason, maxReasonLength),
  } as const;
  await admin.database.transaction((tx) => switchSubscription({ ...admin, wakeUp }, tx, input));
  return showWebhook(admin, id);
}

/** Resumes deliveries and resets the failure count. */
export async function enableWebhook(admin: AdminContext, id: string): Promise<WholeWebhook> {
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
    tenantId: tenantId === undefined ? undefined : readTenantId(tenantId),
    accountId: accountId === undefined ? undefined : readAccountId(accountId),
    status: status === undefined ? undefined : readOneOf("status", subscriptionStatuses, status),
    isFailing,
  };
}
