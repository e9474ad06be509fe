import Type from "typebox";
import { type ApiRequest, bodyOf, causeOf, principalOf, type Route } from "../../http/route.ts";
import { IdSchema, named, strictObject } from "../../http/schemas.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { webhookTag } from "../webhook-tag.ts";
import { DeliverySchema, deliveryExample, presentDelivery } from "./delivery-answer.ts";
import { type ReplayDeps, replayEvents } from "./replay-events.ts";
import { ReplaySchema, readReplay } from "./replay-request.ts";
import { type ResendDeps, resendEvent } from "./resend-event.ts";
import { createTestSender, type SendTestDeps } from "./send-test.ts";

export interface SendAgainRouteDeps extends ResendDeps, ReplayDeps, SendTestDeps {
  /** For how long attempts are remembered. */
  readonly historyMs: number;
  /** Every type that there is. */
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
    { description: "Where to; without it to every active subscription of the account that wants the event." },
  ),
);

const ResentSchema = named(
  "Resent",
  Type.Object({ deliveries: Type.Array(Type.Object({ id: IdSchema, subscription_id: IdSchema })) }),
);

function resendRoute(deps: SendAgainRouteDeps): Route {
  const { id, subscription_id } = deliveryExample;
  return {
    method: "POST",
    path: `${path}/events/{event_id}/resend`,
    operationId: "resendWebhookEvent",
    tag: webhookTag,
    summary: "Send an event again",
    description:
      "Delivers an event of the account, or of one that it manages, once more: with its own id, so that receivers know " +
      "it, and with all attempts that a new one has. With `subscription_id` to that subscription, also if it does not " +
      "want such events; it must be active (409).",
    access: { scope: "webhooks:write" },
    body: { schema: ResendSchema, example: { subscription_id }, isOptional: true },
    answers: {
      202: {
        description: "The first attempts, which are made in a moment.",
        schema: ResentSchema,
        example: { deliveries: [{ id, subscription_id }] },
      },
    },
    refusals: ["not_found", "conflict", "unprocessable"],
    work: {
      kind: "write",
      idempotencyKey: "honoured",
      handle: async (tx, request) => {
        const resent = await resendEvent(deps, tx, {
          principal: principalOf(request),
          cause: causeOf(request),
          accountId: accountIn(request),
          eventId: request.params["event_id"] ?? "",
          subscriptionId: bodyOf(ResendSchema, request).subscription_id,
        });
        const deliveries = resent.map((each) => ({ id: each.id, subscription_id: each.subscriptionId }));
        return { status: 202, body: { deliveries } };
      },
    },
  };
}

const ReplayedSchema = named(
  "Replayed",
  Type.Object({ count: Type.Integer({ minimum: 0, description: "How many events are sent again." }) }),
);

function replayRoute(deps: SendAgainRouteDeps): Route {
  return {
    method: "POST",
    path: `${path}/subscriptions/{subscription_id}/replay`,
    operationId: "replayWebhookEvents",
    tag: webhookTag,
    summary: "Send the events of a time again",
    description:
      "Delivers what happened from `since` on and before `until` (now, unless it is said) once more, as far as the " +
      "subscription wants it; also what happened before the subscription was created or while it was disabled. With " +
      "`only_failed`, only what its endpoint has never acknowledged, and no further back than attempts are remembered. " +
      "What already waits for the subscription is left out. At most 50,000 events at a time (422), and only to an " +
      "active subscription (409).",
    access: { scope: "webhooks:write" },
    body: {
      schema: ReplaySchema,
      example: { since: "2026-11-15T08:00:00.000Z", types: ["transfer.*"], only_failed: true },
    },
    answers: {
      202: {
        description: "How many events it is; they are sent from now on.",
        schema: ReplayedSchema,
        example: { count: 12 },
      },
    },
    refusals: ["not_found", "conflict", "unprocessable"],
    work: {
      kind: "write",
      idempotencyKey: "honoured",
      handle: async (tx, request) => {
        const { historyMs, eventTypes } = deps;
        const now = deps.clock.now();
        const wish = orThrow(readReplay(bodyOf(ReplaySchema, request), { now, historyMs, eventTypes }));
        const count = await replayEvents(deps, tx, { ...nameIn(request), cause: causeOf(request), wish });
        return { status: 202, body: { count } };
      },
    },
  };
}

function testRoute(deps: SendAgainRouteDeps): Route {
  const sendTest = createTestSender(deps);
  return {
    method: "POST",
    path: `${path}/subscriptions/{subscription_id}/test`,
    operationId: "testWebhookSubscription",
    tag: webhookTag,
    summary: "Test a webhook subscription",
    description:
      "Sends a signed event of type `webhook.test` now, waits for the endpoint, and answers with the attempt. It is " +
      "tried once, counts for nothing else, and is in no event log. A disabled subscription can be tested as well, an " +
      "archived one cannot (409). One test of a subscription at a time, and four of all subscriptions (409).",
    access: { scope: "webhooks:write" },
    answers: {
      200: {
        description: "What came of it.",
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
    },
    refusals: ["not_found", "conflict"],
    // In no transaction, for it waits for somebody else; what came of it is written in one of its own.
    work: {
      kind: "read",
      handle: async (request) => {
        const attempt = await sendTest({ ...nameIn(request), cause: causeOf(request) });
        return { status: 200, body: presentDelivery(attempt) };
      },
    },
  };
}

function accountIn(request: ApiRequest): string {
  return request.params["account_id"] ?? "";
}

function nameIn(request: ApiRequest) {
  const { subscription_id: subscriptionId = "" } = request.params;
  return { principal: principalOf(request), accountId: accountIn(request), subscriptionId };
}
