import Type from "typebox";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import { networks } from "../kernel/id.ts";
import {
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
  subscriptionStatuses,
  switchSubscription,
} from "../webhooks/index.ts";
import { noWakeUp } from "./admin-deps.ts";
import { collectPages, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readAccountId, readOneOf, readTenantId, readText } from "./read-input.ts";

const nullableTime = () => nullableString({ format: "date-time" });
const nullableInteger = () => Type.Unsafe<number | null>({ type: ["integer", "null"] });

const fields = {
  id: IdSchema,
  tenant_id: IdSchema,
  network: Type.Enum([...networks]),
  account_id: IdSchema,
  url_host: Type.String({ description: "Host of the URL; the rest may contain keys." }),
  events: Type.Array(Type.String()),
  status: Type.Enum([...subscriptionStatuses]),
  disabled_reason: nullableString(),
  failing_since: nullableTime(),
  paused_until: nullableTime(),
  created: DateTimeSchema,
  updated: DateTimeSchema,
};

export const WebhookSchema = named("ConsoleOverseenWebhook", Type.Object(fields));

export const WholeWebhookSchema = named(
  "ConsoleWholeOverseenWebhook",
  Type.Object({
    ...fields,
    failures_in_a_row: Type.Integer(),
    waiting: Type.Integer({ description: "Counted up to one million." }),
    oldest_waiting: nullableTime(),
    next_due: nullableTime(),
  }),
);

export const WebhookDeliverySchema = named(
  "ConsoleOverseenDelivery",
  Type.Object({
    id: IdSchema,
    event_id: IdSchema,
    event_type: Type.String(),
    reason: Type.String(),
    attempt_number: Type.Integer(),
    status: Type.Enum([...attemptStatuses]),
    status_code: nullableInteger(),
    failure_message: nullableString(),
    duration_ms: nullableInteger(),
    next_attempt: nullableTime(),
    created: DateTimeSchema,
  }),
);

export const presentWebhook = (webhook: OverseenSubscription) => present(WebhookSchema, withoutUrl(webhook));

/** With the endpoint's health and its pending events. */
export const presentWholeWebhook = ({ waiting, ...webhook }: WholeWebhook) =>
  present(WholeWebhookSchema, {
    ...withoutUrl(webhook),
    waiting: waiting.count,
    oldestWaiting: waiting.oldestAt,
    nextDue: waiting.nextDueAt,
  });

/** Only the host: customers put keys into the rest of the URL. */
function withoutUrl({ url, ...webhook }: OverseenSubscription) {
  return { ...webhook, urlHost: hostOf(url), created: webhook.createdAt, updated: webhook.updatedAt };
}

const unmade = { statusCode: undefined, failureMessage: undefined, durationMs: undefined };

/** Without the endpoint's response body, which is private to its owner. */
export const presentWebhookDelivery = (attempt: AttemptSummary) =>
  present(WebhookDeliverySchema, {
    ...unmade,
    ...attempt,
    nextAttempt: attempt.status === "pending" ? attempt.dueAt : attempt.nextAttemptAt,
    created: attempt.insertedAt,
  });

export interface WholeWebhook extends OverseenSubscription {
  readonly waiting: Awaited<ReturnType<typeof measureWaiting>>;
}

export interface WebhookFilter {
  readonly tenantId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly status?: string | undefined;
  readonly isFailing?: boolean | undefined;
  /** Defaults to the maximum length of a list. */
  readonly limit?: number;
}

const perPage = 500;
const maxReasonLength = 500;
const wakeUp = noWakeUp;

/** Of all tenants, newest first. */
export function listWebhooks(
  { database }: AdminContext,
  input: WebhookFilter,
): Promise<ItemList<OverseenSubscription>> {
  const filter = readFilter(input);
  return collectPages(
    (last) => listOverseenSubscriptions(database, { filter, beforeId: last?.id, limit: perPage }),
    input.limit,
  );
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
  const { status, limit } = request;
  const { tenantId, network, accountId, id: subscriptionId } = await requireOverseen(database, request.id);
  const slice = {
    tenantId,
    network,
    accountId,
    subscriptionId,
    eventId: undefined,
    eventType: undefined,
    status: status === undefined ? undefined : readOneOf("status", attemptStatuses, status),
    direction: "after",
    limit: perPage,
  } as const;
  return collectPages((last) => listAttempts(database, { ...slice, position: last?.id }), limit);
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
    ...(tenantId === undefined ? {} : { tenantId: readTenantId(tenantId) }),
    ...(accountId === undefined ? {} : { accountId: readAccountId(accountId) }),
    ...(status === undefined ? {} : { status: readOneOf("status", subscriptionStatuses, status) }),
    ...(isFailing === undefined ? {} : { isFailing }),
  };
}
