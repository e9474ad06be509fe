import Type from "typebox";
import {
  disableWebhook,
  enableWebhook,
  listWebhookDeliveries,
  listWebhooks,
  showWebhook,
} from "../../admin/index.ts";
import type { Route } from "../../http/route.ts";
import { IdSchema, strictObject } from "../../http/schemas.ts";
import {
  attemptStatuses,
  presentWebhook,
  presentWebhookDelivery,
  presentWholeWebhook,
  subscriptionStatuses,
  WebhookDeliverySchema,
  WebhookSchema,
  WholeWebhookSchema,
} from "../../webhooks/index.ts";
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

const ListQuery = strictObject({
  tenant_id: Type.Optional(IdSchema),
  status: Type.Optional(Type.Enum([...subscriptionStatuses], { type: "string" })),
  failing: Type.Optional(Type.Enum(["true", "false"], { type: "string" })),
});

function listRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${path}`, {
    operationId: "listOverseenWebhooks",
    summary: "List webhook subscriptions of all tenants",
    access: { permission: "webhooks.read" },
    query: ListQuery,
    response: {
      description: `Newest first, at most ${maxItems}.`,
      schema: Type.Object({ webhooks: Type.Array(WebhookSchema), is_complete: Type.Boolean() }),
    },
    handle: async (request) => {
      const { tenant_id: tenantId, status, failing } = request.query;
      const { items, isComplete } = await listWebhooks(adminFor(deps, request), {
        tenantId,
        status,
        isFailing: failing === "true",
        limit: maxItems,
      });
      return { webhooks: items.map(presentWebhook), is_complete: isComplete };
    },
  });
}

function getRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${onePath}`, {
    operationId: "getOverseenWebhook",
    summary: "Get a webhook subscription of any tenant",
    access: { permission: "webhooks.read" },
    response: { description: "The subscription and its health.", schema: WholeWebhookSchema },
    refusals: ["not_found"],
    handle: async (request) => {
      const id = request.params["subscription_id"] ?? "";
      return presentWholeWebhook(await showWebhook(adminFor(deps, request), id));
    },
  });
}

const DeliveriesQuery = strictObject({
  status: Type.Optional(Type.Enum([...attemptStatuses], { type: "string" })),
});

function deliveriesRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${onePath}/deliveries`, {
    operationId: "listOverseenDeliveries",
    summary: "List delivery attempts of a webhook subscription of any tenant",
    description: "Without the endpoint's response body, which is private to its owner.",
    access: { permission: "webhooks.read" },
    query: DeliveriesQuery,
    response: {
      description: `Newest first, at most ${maxDeliveries}.`,
      schema: Type.Object({ deliveries: Type.Array(WebhookDeliverySchema), is_complete: Type.Boolean() }),
    },
    refusals: ["not_found"],
    handle: async (request) => {
      const { status } = request.query;
      const id = request.params["subscription_id"] ?? "";
      const { items, isComplete } = await listWebhookDeliveries(adminFor(deps, request), {
        id,
        limit: maxDeliveries,
        status,
      });
      return { deliveries: items.map(presentWebhookDelivery), is_complete: isComplete };
    },
  });
}

const ReasonSchema = strictObject({ reason: Type.String({ minLength: 1, maxLength: maxReasonLength }) });

function disableRoute(deps: ConsoleDeps): Route {
  return consoleCommand(`POST ${onePath}/disable`, {
    operationId: "disableWebhook",
    summary: "Disable a webhook subscription of any tenant",
    description: "Nothing is sent until it is enabled again; events in between can be replayed.",
    access: { permission: "webhooks.decide" },
    body: { schema: ReasonSchema },
    response: { description: "The disabled subscription.", schema: WholeWebhookSchema },
    refusals: ["not_found", "conflict"],
    effect: "perhaps",
    handle: async (request) => {
      const { reason } = request.body;
      const id = request.params["subscription_id"] ?? "";
      const webhook = await disableWebhook(adminFor(deps, request), { id, reason });
      return presentWholeWebhook(webhook);
    },
  });
}

function enableRoute(deps: ConsoleDeps): Route {
  return consoleCommand(`POST ${onePath}/enable`, {
    operationId: "enableWebhook",
    summary: "Enable a webhook subscription of any tenant",
    description: "Resets its failure count.",
    access: { permission: "webhooks.decide" },
    response: { description: "The active subscription.", schema: WholeWebhookSchema },
    refusals: ["not_found", "conflict"],
    effect: "perhaps",
    handle: async (request) => {
      const id = request.params["subscription_id"] ?? "";
      return presentWholeWebhook(await enableWebhook(adminFor(deps, request), id));
    },
  });
}
