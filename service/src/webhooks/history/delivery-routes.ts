import Type, { type Static } from "typebox";
import { listRoute } from "../../http/list-route.ts";
import { pageQuery, pageResponse } from "../../http/paging.ts";
import { accountIn, principalOf, type Route, readRoute } from "../../http/route.ts";
import { IdSchema, strictObject } from "../../http/schemas.ts";
import { webhookTag } from "../../http/tags.ts";
import { orThrow, type Refusal, refuse } from "../../kernel/refusal.ts";
import { requireOwner } from "../subscriptions/named-subscription.ts";
import { attemptStatuses } from "./attempt-summary.ts";
import {
  DeliveryDetailSchema,
  DeliverySchema,
  deliveryExample,
  presentDelivery,
  presentWholeDelivery,
} from "./delivery-response.ts";
import { type GetDeliveryDeps, getDelivery } from "./read-deliveries.ts";
import { attemptList } from "./store.ts";

export interface DeliveryRouteDeps extends GetDeliveryDeps {
  /** All event types. */
  readonly eventTypes: readonly string[];
}

export function deliveryRoutes(deps: DeliveryRouteDeps): readonly Route[] {
  return [listDeliveriesRoute(deps), getRoute(deps)];
}

const path = "/accounts/{account_id}/webhooks/deliveries";
const maxTypeLength = 100;

const ListQuery = strictObject({
  subscription_id: Type.Optional(IdSchema),
  event_id: Type.Optional(IdSchema),
  event_type: Type.Optional(
    Type.String({ maxLength: maxTypeLength, description: "An event type, such as `transfer.completed`." }),
  ),
  status: Type.Optional(Type.Enum([...attemptStatuses], { type: "string" })),
  ...pageQuery,
});

function listDeliveriesRoute(deps: DeliveryRouteDeps): Route {
  return listRoute(`GET ${path}`, {
    operationId: "listWebhookDeliveries",
    tag: webhookTag,
    summary: "List delivery attempts",
    description:
      "Attempts to deliver events to the account's subscriptions, including archived ones: completed attempts with " +
      "their results, and pending ones. Newest first. Attempts are retained for 90 days unless the operator has " +
      "configured another period.",
    access: { scope: "webhooks:read" },
    query: ListQuery,
    response: pageResponse({
      description: "A page of attempts.",
      name: "WebhookDeliveryList",
      member: "deliveries",
      items: DeliverySchema,
      example: deliveryExample,
    }),
    refusals: ["not_found"],
    list: {
      session: deps.database,
      rows: attemptList,
      filters: async (request) => {
        const { query } = request;
        return {
          ...(await requireOwner(deps.database, principalOf(request), accountIn(request))),
          subscriptionId: query.subscription_id,
          eventId: query.event_id,
          eventType: orThrow(readEventType(query.event_type, deps.eventTypes)),
          status: query.status,
        };
      },
      name: "deliveries",
      status: "status",
      statusOf: ({ status }: Static<typeof DeliverySchema>) => status,
      present: (deliveries) => deliveries.map(presentDelivery),
    },
  });
}

/** An unknown type, or a wildcard, would match nothing: it is refused, so that a typo does not look like no results. */
function readEventType(
  type: string | undefined,
  eventTypes: readonly string[],
): string | undefined | Refusal {
  if (type === undefined || eventTypes.includes(type)) return type;
  const detail = "is not an event type; see GET /webhooks/event_types";
  const pointer = "/query/event_type";
  return refuse("validation_failed", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}

function getRoute(deps: DeliveryRouteDeps): Route {
  return readRoute(`GET ${path}/{delivery_id}`, {
    operationId: "getWebhookDelivery",
    tag: webhookTag,
    summary: "Get a delivery attempt",
    description:
      "A delivery attempt with its request body and headers, how it was signed, and headers of the response.",
    access: { scope: "webhooks:read" },
    response: { description: "The attempt.", schema: DeliveryDetailSchema, example: detailExample },
    refusals: ["not_found"],
    handle: async (request) => {
      const delivery = await getDelivery(deps, {
        principal: principalOf(request),
        accountId: accountIn(request),
        deliveryId: request.params["delivery_id"] ?? "",
      });
      return { status: 200, body: presentWholeDelivery(delivery) };
    },
  });
}

const detailExample = {
  ...deliveryExample,
  sent_at: "2026-11-15T10:51:12.000Z",
  request_headers: {
    "content-type": "application/json",
    "idempotency-key": "0d6e6b43-4b5c-5a0c-9c1c-0c4f6a1e2b3d",
    "x-request-signature-sha-256": "5c1f6e0d4b3a29188776655443322110ffeeddccbbaa99887766554433221100",
    "webhook-id": deliveryExample.event_id,
    "webhook-timestamp": "1794739872",
    "webhook-signature": "v1,K7gNU3sdo+OL0wNhqoVWhr3g6s1xYv72ol/pe/Unols=",
  },
  signed_with: [{ secret_id: "3f6a0c1d", status: "current" as const }],
  response_headers: { "content-type": "text/plain", server: "nginx" },
  request_body: JSON.stringify({
    id: deliveryExample.event_id,
    type: deliveryExample.event_type,
    created: deliveryExample.inserted_at,
    data: {
      id: "01JD7Q8T4V6W8X0Y2Z4A6C8E0G",
      amount: { value: "25.00", currency: "USD" },
      status: "complete",
      account_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
    },
  }),
};
