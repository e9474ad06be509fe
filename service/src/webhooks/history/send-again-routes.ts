import Type from "typebox";
import {
  type ApiRequest,
  accountCallOf,
  principalOf,
  type Route,
  readRoute,
  writeRoute,
} from "../../http/route.ts";
import { IdSchema, named, strictObject } from "../../http/schemas.ts";
import { webhookTag } from "../../http/tags.ts";
import type { Network } from "../../kernel/id.ts";
import { orThrow, type Refusal, refuse } from "../../kernel/refusal.ts";
import { webhookTest } from "../webhook-event-types.ts";
import { DeliverySchema, deliveryExample, presentDelivery } from "./delivery-response.ts";
import { type ReplayDeps, replayEvents } from "./replay-events.ts";
import { ReplaySchema, readReplay } from "./replay-request.ts";
import { type ResendDeps, resendEvent } from "./resend-event.ts";
import { createTestSender, type SendTestDeps } from "./send-test.ts";

export interface SendAgainRouteDeps extends ResendDeps, ReplayDeps, SendTestDeps {
  /** How long attempts are retained. */
  readonly historyMs: number;
  /** All event types. */
  readonly eventTypes: readonly string[];
}

export function sendAgainRoutes(deps: SendAgainRouteDeps): readonly Route[] {
  return [resendRoute(deps), replayRoute(deps), testRoute(deps)];
}

const path = "/accounts/{account_id}/webhooks";

const ResendSchema = named(
  "ResendRequest",
  strictObject(
    { subscription_id: Type.Optional(IdSchema) },
    {
      description:
        "Send to this subscription only. Default: all matching active subscriptions of the account.",
    },
  ),
);

const ResentSchema = named(
  "Resent",
  Type.Object({ deliveries: Type.Array(Type.Object({ id: IdSchema, subscription_id: IdSchema })) }),
);

function resendRoute(deps: SendAgainRouteDeps): Route {
  const { id, subscription_id } = deliveryExample;
  return writeRoute(`POST ${path}/events/{event_id}/resend`, {
    operationId: "resendWebhookEvent",
    tag: webhookTag,
    summary: "Resend an event",
    description:
      "Delivers an event of the account, or of an account it manages, again: with the same id, so that receivers can " +
      "detect the duplicate, and with all retries. With `subscription_id`, only to that subscription, even if it " +
      "does not match the event; it must be active (409).",
    access: { scope: "webhooks:write" },
    body: { schema: ResendSchema, example: { subscription_id }, isOptional: true },
    response: {
      status: 202,
      description: "The first attempts, which are made shortly.",
      schema: ResentSchema,
      example: { deliveries: [{ id, subscription_id }] },
    },
    refusals: ["not_found", "conflict", "unprocessable"],
    handle: async (tx, request) => {
      const resent = await resendEvent(deps, tx, {
        ...accountCallOf(request),
        eventId: request.params["event_id"] ?? "",
        subscriptionId: request.body.subscription_id,
      });
      const deliveries = resent.map((each) => ({ id: each.id, subscription_id: each.subscriptionId }));
      return { status: 202, body: { deliveries } };
    },
  });
}

const ReplayedSchema = named(
  "Replayed",
  Type.Object({ count: Type.Integer({ minimum: 0, description: "Number of events that are sent again." }) }),
);

function replayRoute(deps: SendAgainRouteDeps): Route {
  return writeRoute(`POST ${path}/subscriptions/{subscription_id}/replay`, {
    operationId: "replayWebhookEvents",
    tag: webhookTag,
    summary: "Replay events",
    description:
      "Delivers the events from `since` on and before `until` (default: now) again, if they match the subscription, " +
      "including events from before the subscription was created or while it was disabled. With " +
      "`only_failed`, only events that its endpoint has never acknowledged, within the retention of attempts. " +
      "Events already queued for the subscription are skipped. At most 50,000 events at a time (422), and only " +
      "to an active subscription (409).",
    access: { scope: "webhooks:write" },
    body: {
      schema: ReplaySchema,
      example: { since: "2026-11-15T08:00:00.000Z", types: ["transfer.*"], only_failed: true },
    },
    response: {
      status: 202,
      description: "Number of events; they are queued for delivery.",
      schema: ReplayedSchema,
      example: { count: 12 },
    },
    refusals: ["not_found", "conflict", "unprocessable"],
    handle: async (tx, request) => {
      const { historyMs, eventTypes } = deps;
      const now = deps.clock.now();
      const input = orThrow(readReplay(request.body, { now, historyMs, eventTypes }));
      const count = await replayEvents(deps, tx, { ...nameIn(request), input });
      return { status: 202, body: { count } };
    },
  });
}

const TestSchema = named(
  "TestWebhookRequest",
  strictObject({
    event_type: Type.Optional(
      Type.String({
        maxLength: 100,
        description: "`webhook.test`, the default, or on testnet any event type, with its example as `data`.",
      }),
    ),
  }),
);

function testRoute(deps: SendAgainRouteDeps): Route {
  const sendTest = createTestSender(deps);
  return readRoute(`POST ${path}/subscriptions/{subscription_id}/test`, {
    operationId: "testWebhookSubscription",
    tag: webhookTag,
    summary: "Test a webhook subscription",
    description:
      "Sends a signed event of type `webhook.test` now, or on testnet an example of another type, waits for the " +
      "endpoint, and returns the attempt. It is sent " +
      "once, does not affect the health of the subscription, and is not in the event log. Disabled subscriptions " +
      "can be tested, archived ones cannot (409). At most one test per subscription and four in total run at once (409).",
    access: { scope: "webhooks:write" },
    body: { schema: TestSchema, example: { event_type: "webhook.test" }, isOptional: true },
    response: {
      description: "Result of the test.",
      schema: DeliverySchema,
      example: {
        ...deliveryExample,
        event_type: "webhook.test",
        reason: "test",
        status: "succeeded",
        retriable: false,
        status_code: 204,
        failure_message: null,
        response_body_excerpt: null,
        next_attempt_at: null,
      },
    },
    refusals: ["not_found", "conflict"],
    // In no transaction, because it waits for the endpoint; the result is written in a separate one.
    handle: async (request) => {
      const { network } = principalOf(request);
      const eventType = orThrow(readTestType(request.body.event_type, network, deps.eventTypes));
      const attempt = await sendTest({ ...nameIn(request), eventType });
      return { status: 200, body: presentDelivery(attempt) };
    },
  });
}

/** On mainnet, a receiver would take an example for an event about real money. */
function readTestType(
  type: string = webhookTest.type,
  network: Network,
  eventTypes: readonly string[],
): string | Refusal {
  if (type === webhookTest.type) return type;
  const pointer = "/event_type";
  const detail =
    network === "testnet"
      ? "is not an event type; see GET /webhooks/event_types"
      : "is only possible on testnet";
  if (network === "testnet" && eventTypes.includes(type)) return type;
  return refuse("validation_failed", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}

function nameIn(request: ApiRequest) {
  const { subscription_id: subscriptionId = "" } = request.params;
  return { ...accountCallOf(request), subscriptionId };
}
