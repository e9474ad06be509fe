import Type, { type Static } from "typebox";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { disabledReasons, type Subscription, subscriptionStatuses, warningsOf } from "./subscription.ts";

const SecretSchema = Type.String({
  description:
    "The signing key: 32 bytes in base64url, to be decoded before use. Returned only this once; if you lose it, " +
    "rotate it.",
  examples: ["3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
});

const nullableDateTime = (description: string) => nullableString({ format: "date-time", description });

const PreviousSecretEndSchema = nullableDateTime(
  "During a rotation: when the previous secret stops signing `webhook-signature`. Null when only one secret signs.",
);

const fields = {
  id: IdSchema,
  url: Type.String({ description: "URL that events are sent to." }),
  events: Type.Array(Type.String(), { description: "Event types and wildcards such as `transfer.*`." }),
  status: Type.Enum([...subscriptionStatuses], {
    description: "Only `active` subscriptions get events. `archived` is final.",
  }),
  description: nullableString(),
  address_id: nullableString({
    description:
      "Set if it is the `customer_webhook_url` of a linked bank account: it gets only the events of this address whose " +
      "`needs_update` is true, and does not count toward the limit of subscriptions.",
  }),
  disabled_reason: Type.Unsafe<(typeof disabledReasons)[number] | null>({
    type: ["string", "null"],
    enum: [...disabledReasons, null],
    description:
      "Why it is disabled: on request (`requested`), the endpoint returned 410 (`gone`), or it failed for five days " +
      "(`failing`). Null when it is not disabled.",
  }),
  failing_since: nullableDateTime(
    "Time since which every attempt has failed. Null when the last one succeeded.",
  ),
  previous_secret_valid_until: PreviousSecretEndSchema,
  warnings: Type.Array(Type.String(), {
    description:
      "What the events miss: `transfer.failed` without `transfer.reversed` or `transfer.*` misses debits that are returned " +
      "after the transfer was complete. Usually empty.",
  }),
  created_at: DateTimeSchema,
  updated_at: DateTimeSchema,
};

export const SubscriptionSchema = named("WebhookSubscription", Type.Object(fields));

export const CreatedSubscriptionSchema = named(
  "CreatedWebhookSubscription",
  Type.Object({ ...fields, sharedSecret: SecretSchema }),
);

export const RotatedSecretSchema = named(
  "RotatedWebhookSecret",
  Type.Object({
    id: IdSchema,
    sharedSecret: SecretSchema,
    previous_secret_valid_until: PreviousSecretEndSchema,
  }),
);

/** Data of subscriptions beyond their rows. */
export interface Surrounding {
  readonly now: Instant;
  /** By subscription. */
  readonly failingSince: ReadonlyMap<string, Instant | undefined>;
}

export function presentSubscription(
  subscription: Subscription,
  { now, failingSince }: Surrounding,
): Static<typeof SubscriptionSchema> {
  const { id, url, events, state, description, createdAt, updatedAt } = subscription;
  return {
    id,
    url,
    events: [...events],
    status: state.status,
    description: description ?? null,
    address_id: subscription.addressId ?? null,
    disabled_reason: state.status === "disabled" ? state.because : null,
    failing_since: momentOrNull(failingSince.get(id)),
    previous_secret_valid_until: presentSecretEnd(subscription, now),
    warnings: [...warningsOf(events)],
    created_at: formatInstant(createdAt),
    updated_at: formatInstant(updatedAt),
  };
}

/** Null once it has passed. */
export function presentSecretEnd({ previousSecretUntil: until }: Subscription, now: Instant): string | null {
  return until === undefined || until <= now ? null : formatInstant(until);
}

function momentOrNull(instant: Instant | undefined): string | null {
  return instant === undefined ? null : formatInstant(instant);
}

export const subscriptionExample: Static<typeof SubscriptionSchema> = {
  id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  url: "https://example.com/florin",
  events: ["transfer.*", "account.verification.completed"],
  status: "active",
  description: "Back office",
  address_id: null,
  disabled_reason: null,
  failing_since: null,
  previous_secret_valid_until: null,
  warnings: [],
  created_at: "2026-11-15T10:51:12.000Z",
  updated_at: "2026-11-15T10:51:12.000Z",
};

export const secretExample = "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
