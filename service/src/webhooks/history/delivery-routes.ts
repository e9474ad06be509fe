import Type from "typebox";
import { pageQuery, pageResponse } from "../../http/paging.ts";
import { accountIn, principalOf, type Route, readRoute } from "../../http/route.ts";
import { IdSchema, strictObject } from "../../http/schemas.ts";
import { webhookTag } from "../../http/tags.ts";
import { orThrow, type Refusal, refuse } from "../../kernel/refusal.ts";
import { attemptStatuses } from "./attempt-summary.ts";
import {
  DeliveryDetailSchema,
  DeliverySchema,
  deliveryExample,
  presentDelivery,
} from "./delivery-response.ts";
import { getDelivery, listDeliveries, type ReadDeliveriesDeps } from "./read-deliveries.ts";

export interface DeliveryRouteDeps extends ReadDeliveriesDeps {
  /** All event types. */
  readonly eventTypes: readonly string[];
}

export function deliveryRoutes(deps: DeliveryRouteDeps): readonly Route[] {
  return [listRoute(deps), getRoute(deps)];
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

function listRoute(deps: DeliveryRouteDeps): Route {
  return readRoute(`GET ${path}`, {
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
    handle: async (request) => {
      const query = request.query;
      const { items, pagination } = await listDeliveries(deps, {
        principal: principalOf(request),
        accountId: accountIn(request),
        filters: {
          subscriptionId: query.subscription_id,
          eventId: query.event_id,
          eventType: orThrow(readEventType(query.event_type, deps.eventTypes)),
          status: query.status,
        },
        page: request.page(),
      });
      return { status: 200, body: { deliveries: items.map(presentDelivery), pagination } };
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
    description: "A delivery attempt with its request body.",
    access: { scope: "webhooks:read" },
    response: { description: "The attempt.", schema: DeliveryDetailSchema, example: detailExample },
    refusals: ["not_found"],
    handle: async (request) => {
      const { attempt, message } = await getDelivery(deps, {
        principal: principalOf(request),
        accountId: accountIn(request),
        deliveryId: request.params["delivery_id"] ?? "",
      });
      return { status: 200, body: { ...presentDelivery(attempt), request_body: message.body } };
    },
  });
}

const detailExample = {
  ...deliveryExample,
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
