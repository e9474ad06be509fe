import Type from "typebox";
import { defineEventType, type EventType } from "../events/index.ts";
import { DateTimeSchema, IdSchema } from "../http/schemas.ts";

const accountId = "01JD7Q2M8W3T5V6X9YZABCDEFG";
const subscriptionId = "01JD7Q5E9R1S3V5X7ZACEGJKMN";

/** Told to the account that the subscription belongs to, so to its other subscriptions and its feed. */
export const subscriptionDisabled = defineEventType({
  type: "webhook.subscription.disabled",
  summary: "A webhook subscription was switched off, because its endpoint is gone or failed for days.",
  schema: Type.Object({
    account_id: IdSchema,
    subscription_id: IdSchema,
    url_host: Type.String({ description: "Of the URL only the host, with its port where it names one." }),
    reason: Type.Enum(["gone", "failing"], {
      description: "`gone`: it answered 410. `failing`: for five days it did nothing but fail.",
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

/** Sent to one endpoint when its owner asks for it. It happened to nobody, so it is in no log. */
export const webhookTest = defineEventType({
  type: "webhook.test",
  summary: "Somebody asked for a test of this subscription. Nothing has happened, and no event log has it.",
  schema: Type.Object({
    account_id: IdSchema,
    subscription_id: IdSchema,
    message: Type.String({ description: "For people." }),
  }),
  example: {
    account_id: accountId,
    subscription_id: subscriptionId,
    message: "This is a test of your webhook subscription.",
  },
});

export const webhookEventTypes: readonly EventType[] = [subscriptionDisabled, webhookTest];
