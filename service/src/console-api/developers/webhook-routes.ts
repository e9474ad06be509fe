import Type from "typebox";
import {
  disableWebhook,
  enableWebhook,
  listWebhookDeliveries,
  listWebhooks,
  showWebhook,
  type WebhookDeliveryView,
  type WebhookView,
  type WholeWebhookView,
} from "../../admin/index.ts";
import { bodyOf, queryOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { attemptStatuses, subscriptionStatuses } from "../../webhooks/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consoleCommand, consolePath, consoleRead } from "../console-route.ts";

/** Webhook subscriptions of all tenants, for operators. */
export function webhookRoutes(deps: ConsoleDeps): readonly Route[] {
  return [listRoute(deps), getRoute(deps), deliveriesRoute(deps), disableRoute(deps), enableRoute(deps)];
}

const path = `${consolePath}/webhooks`;
const onePath = `${path}/{subscription_id}`;
const maxItems = 500;
const maxDeliveries = 100;
const maxReasonLength = 500;

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

const WebhookSchema = named("ConsoleOverseenWebhook", Type.Object(fields));
const WholeWebhookSchema = named(
  "ConsoleWholeOverseenWebhook",
  Type.Object({
    ...fields,
    failures_in_a_row: Type.Integer(),
    waiting: Type.Integer({ description: "Counted up to one million." }),
    oldest_waiting: nullableTime(),
    next_due: nullableTime(),
  }),
);

const DeliverySchema = named(
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

const ListQuery = strictObject({
  tenant_id: Type.Optional(IdSchema),
  status: Type.Optional(Type.Enum([...subscriptionStatuses], { type: "string" })),
  failing: Type.Optional(Type.Enum(["true", "false"], { type: "string" })),
});

function listRoute(deps: ConsoleDeps): Route {
  return consoleRead({
    path,
    operationId: "listOverseenWebhooks",
    summary: "List webhook subscriptions of all tenants",
    access: { permission: "webhooks.read" },
    query: ListQuery,
    responses: {
      200: {
        description: `Newest first, at most ${maxItems}.`,
        schema: Type.Object({ webhooks: Type.Array(WebhookSchema), is_complete: Type.Boolean() }),
      },
    },
    handle: async (request) => {
      const { tenant_id: tenantId, status, failing } = queryOf(ListQuery, request);
      const { items, isComplete } = await listWebhooks(adminFor(deps, request), {
        ...(tenantId === undefined ? {} : { tenantId }),
        ...(status === undefined ? {} : { status }),
        isFailing: failing === "true",
        limit: maxItems,
      });
      return { webhooks: items.map(present), is_complete: isComplete };
    },
  });
}

function getRoute(deps: ConsoleDeps): Route {
  return consoleRead({
    path: onePath,
    operationId: "getOverseenWebhook",
    summary: "Get a webhook subscription of any tenant",
    access: { permission: "webhooks.read" },
    responses: { 200: { description: "The subscription and its health.", schema: WholeWebhookSchema } },
    refusals: ["not_found"],
    handle: async (request) => {
      const id = request.params["subscription_id"] ?? "";
      return presentWhole(await showWebhook(adminFor(deps, request), id));
    },
  });
}

const DeliveriesQuery = strictObject({
  status: Type.Optional(Type.Enum([...attemptStatuses], { type: "string" })),
});

function deliveriesRoute(deps: ConsoleDeps): Route {
  return consoleRead({
    path: `${onePath}/deliveries`,
    operationId: "listOverseenDeliveries",
    summary: "List delivery attempts of a webhook subscription of any tenant",
    description: "Without the endpoint's response body, which is private to its owner.",
    access: { permission: "webhooks.read" },
    query: DeliveriesQuery,
    responses: {
      200: {
        description: `Newest first, at most ${maxDeliveries}.`,
        schema: Type.Object({ deliveries: Type.Array(DeliverySchema), is_complete: Type.Boolean() }),
      },
    },
    refusals: ["not_found"],
    handle: async (request) => {
      const { status } = queryOf(DeliveriesQuery, request);
      const id = request.params["subscription_id"] ?? "";
      const { items, isComplete } = await listWebhookDeliveries(adminFor(deps, request), {
        id,
        limit: maxDeliveries,
        ...(status === undefined ? {} : { status }),
      });
      return { deliveries: items.map(presentDelivery), is_complete: isComplete };
    },
  });
}

const ReasonSchema = strictObject({ reason: Type.String({ minLength: 1, maxLength: maxReasonLength }) });

function disableRoute(deps: ConsoleDeps): Route {
  return consoleCommand({
    path: `${onePath}/disable`,
    operationId: "disableWebhook",
    summary: "Disable a webhook subscription of any tenant",
    description: "Nothing is sent until it is enabled again; events in between can be replayed.",
    access: { permission: "webhooks.decide" },
    body: { schema: ReasonSchema },
    responses: { 200: { description: "The disabled subscription.", schema: WholeWebhookSchema } },
    refusals: ["not_found", "conflict"],
    effect: "perhaps",
    handle: async (request) => {
      const { reason } = bodyOf(ReasonSchema, request);
      const id = request.params["subscription_id"] ?? "";
      const webhook = await disableWebhook(adminFor(deps, request), { id, reason });
      return presentWhole(webhook);
    },
  });
}

function enableRoute(deps: ConsoleDeps): Route {
  return consoleCommand({
    path: `${onePath}/enable`,
    operationId: "enableWebhook",
    summary: "Enable a webhook subscription of any tenant",
    description: "Resets its failure count.",
    access: { permission: "webhooks.decide" },
    responses: { 200: { description: "The active subscription.", schema: WholeWebhookSchema } },
    refusals: ["not_found", "conflict"],
    effect: "perhaps",
    handle: async (request) => {
      const id = request.params["subscription_id"] ?? "";
      return presentWhole(await enableWebhook(adminFor(deps, request), id));
    },
  });
}

function present(view: WebhookView) {
  return {
    id: view.id,
    tenant_id: view.tenantId,
    network: view.network,
    account_id: view.accountId,
    url_host: view.urlHost,
    events: view.events,
    status: view.status,
    disabled_reason: view.disabledReason ?? null,
    failing_since: view.failingSince ?? null,
    paused_until: view.pausedUntil ?? null,
    created: view.created,
    updated: view.updated,
  };
}

function presentWhole(view: WholeWebhookView) {
  return {
    ...present(view),
    failures_in_a_row: view.failuresInARow,
    waiting: view.waiting,
    oldest_waiting: view.oldestWaiting ?? null,
    next_due: view.nextDue ?? null,
  };
}

function presentDelivery(view: WebhookDeliveryView) {
  return {
    id: view.id,
    event_id: view.eventId,
    event_type: view.eventType,
    reason: view.reason,
    attempt_number: view.attemptNumber,
    status: view.status,
    status_code: view.statusCode ?? null,
    failure_message: view.failureMessage ?? null,
    duration_ms: view.durationMs ?? null,
    next_attempt: view.nextAttempt ?? null,
    created: view.created,
  };
}
