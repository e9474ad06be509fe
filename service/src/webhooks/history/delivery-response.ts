import Type, { type Static } from "typebox";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { type AttemptSummary, attemptReasons, attemptStatuses, isRetriable } from "./attempt-summary.ts";
import type { WholeDelivery } from "./read-deliveries.ts";

const deliveryFields = {
  id: IdSchema,
  event_id: IdSchema,
  event_type: Type.String({ examples: ["transfer.completed"] }),
  subscription_id: IdSchema,
  reason: Type.Enum([...attemptReasons], {
    description: "Why it is sent: the `event` itself, or a requested `replay`, `resend` or `test`.",
  }),
  attempt_number: Type.Integer({ minimum: 1, description: "1 for the first attempt." }),
  status: Type.Enum([...attemptStatuses], {
    description:
      "`pending`: not made yet. `succeeded`: the endpoint returned a 2xx. `failed`: it did not, and another attempt " +
      "follows. `exhausted`: it did not, and there are no more attempts.",
  }),
  retriable: Type.Boolean({
    description:
      "Whether it failed in a way that is retried: without a response, or with one that is neither 2xx nor 410. It " +
      "does not change later; `next_attempt_at` says whether there is another attempt.",
  }),
  status_code: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    description: "HTTP status of the response; null if there was none.",
  }),
  failure_message: nullableString({ description: "Reason for the failure." }),
  request_url: Type.String({ description: "URL the request was or will be sent to." }),
  duration_ms: Type.Unsafe<number | null>({ type: ["integer", "null"], minimum: 0 }),
  response_body_excerpt: nullableString({ description: "Beginning of the response body." }),
  next_attempt_at: nullableString({
    format: "date-time",
    description:
      "When this attempt is due or, after a failure, the next one; null if no further attempt is planned.",
  }),
  inserted_at: DateTimeSchema,
};

export const DeliverySchema = named(
  "WebhookDelivery",
  Type.Object(deliveryFields, { description: "One attempt to deliver an event to a subscription." }),
);

export const DeliveryDetailSchema = named(
  "WebhookDeliveryDetail",
  Type.Object({
    ...deliveryFields,
    request_body: Type.String({ description: "The exact request body." }),
    sent_at: nullableString({
      format: "date-time",
      description: "When it was signed and sent; null if it was not sent yet, or if that is not known.",
    }),
    request_headers: nullableHeaders(
      "Headers of the request, apart from those of the connection; null if it was not sent yet, or if a secret that " +
        "signed it has been replaced since.",
    ),
    signed_with: Type.Array(
      Type.Object({
        secret_id: Type.String({ description: "A digest that identifies the secret." }),
        status: Type.Enum(["current", "previous", "replaced"], {
          description:
            "`current`: it signs now. `previous`: it signs as well, until it expires. `replaced`: no longer used.",
        }),
      }),
      { description: "The secrets in the order of the signatures in `webhook-signature`." },
    ),
    response_headers: nullableHeaders(
      "Some headers of the response, such as `content-type` and `server`; null without a response.",
    ),
  }),
);

function nullableHeaders(description: string) {
  return Type.Unsafe<Readonly<Record<string, string>> | null>({
    type: ["object", "null"],
    additionalProperties: { type: "string" },
    description,
  });
}

export function presentWholeDelivery({
  attempt,
  message,
  signing,
  responseHeaders,
}: WholeDelivery): Static<typeof DeliveryDetailSchema> {
  return {
    ...presentDelivery(attempt),
    request_body: message.body,
    sent_at: optionalInstant(signing?.sentAt),
    request_headers: signing?.headers ?? null,
    signed_with: (signing?.secrets ?? []).map(({ id, status }) => ({ secret_id: id, status })),
    response_headers: responseHeaders ?? null,
  };
}

export function presentDelivery(attempt: AttemptSummary): Static<typeof DeliverySchema> {
  return {
    id: attempt.id,
    event_id: attempt.eventId,
    event_type: attempt.eventType,
    subscription_id: attempt.subscriptionId,
    reason: attempt.reason,
    attempt_number: attempt.attemptNumber,
    status: attempt.status,
    retriable: isRetriable(attempt),
    request_url: attempt.requestUrl,
    ...outcomeOf(attempt),
    inserted_at: formatInstant(attempt.insertedAt),
  };
}

function outcomeOf(attempt: AttemptSummary) {
  if (attempt.status === "pending") {
    return {
      status_code: null,
      failure_message: null,
      duration_ms: null,
      response_body_excerpt: null,
      next_attempt_at: formatInstant(attempt.dueAt),
    };
  }
  return {
    status_code: attempt.statusCode ?? null,
    failure_message: attempt.failureMessage ?? null,
    duration_ms: attempt.durationMs,
    response_body_excerpt: attempt.excerpt ?? null,
    next_attempt_at: optionalInstant(attempt.nextAttemptAt),
  };
}

function optionalInstant(instant: Instant | undefined): string | null {
  return instant === undefined ? null : formatInstant(instant);
}

export const deliveryExample: Static<typeof DeliverySchema> = {
  id: "01JD7QAB3C5D7E9F1G3H5J7K9M",
  event_id: "01JD7QA9Z8Y7X6W5V4T3S2R1QP",
  event_type: "transfer.completed",
  subscription_id: "01JD7Q5E9R1S3V5X7ZACEGJKMN",
  reason: "event",
  attempt_number: 1,
  status: "failed",
  retriable: true,
  status_code: 500,
  failure_message: "HTTP 500",
  request_url: "https://hooks.example.com/florin",
  duration_ms: 84,
  response_body_excerpt: "out of order",
  next_attempt_at: "2026-11-15T10:51:17.000Z",
  inserted_at: "2026-11-15T10:51:12.000Z",
};
