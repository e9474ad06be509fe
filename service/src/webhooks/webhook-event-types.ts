import Type from "typebox";
import { defineEventType, type EventType } from "../events/index.ts";
import { DateTimeSchema, IdSchema } from "../http/schemas.ts";

const accountId = "01JD7Q2M8W3T5V6X9YZABCDEFG";
const subscriptionId = "01JD7Q5E9R1S3V5X7ZACEGJKMN";

/** Published to the account that owns the subscription: to its other subscriptions and its feed. */
export const subscriptionDisabled = defineEventType({
  type: "webhook.subscription.disabled",
  summary: "A webhook subscription was disabled because its endpoint is gone or has been failing for days.",
  schema: Type.Object({
    account_id: IdSchema,
    subscription_id: IdSchema,
    url_host: Type.String({ description: "Host of the URL, with its port if it has one." }),
    reason: Type.Enum(["gone", "failing"], {
      description: "`gone`: the endpoint returned 410. `failing`: every attempt failed for five days.",
    }),
    updated_at: DateTimeSchema,
  }),
  example: {
    account_id: accountId,
    subscription_id: subscriptionId,
    url_host: "hooks.example.com",
    reason: "failing",
    updated_at: "2026-11-15T10:51:12.000Z",
  },
});

/** Sent to one endpoint at its owner's request. It belongs to no account event, so it is in no log. */
export const webhookTest = defineEventType({
  type: "webhook.test",
  summary: "A test of this subscription was requested. It is not part of any event log.",
  schema: Type.Object({
    account_id: IdSchema,
    subscription_id: IdSchema,
    message: Type.String({ description: "Human-readable message." }),
  }),
  example: {
    account_id: accountId,
    subscription_id: subscriptionId,
    message: "This is a test of your webhook subscription.",
  },
});

export const webhookEventTypes: readonly EventType[] = [subscriptionDisabled, webhookTest];
