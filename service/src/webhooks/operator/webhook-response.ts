import Type from "typebox";
import { present } from "../../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { type AttemptSummary, attemptStatuses } from "../history/attempt-summary.ts";
import { subscriptionStatuses } from "../subscriptions/subscription.ts";
import { hostOf } from "../subscriptions/subscription-audit.ts";
import type { measureWaiting, OverseenSubscription } from "./store.ts";

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

export const WebhookSchema = named("ConsoleOverseenWebhook", Type.Object(fields));

export const WholeWebhookSchema = named(
  "ConsoleWholeOverseenWebhook",
  Type.Object({
    ...fields,
    failures_in_a_row: Type.Integer(),
    waiting: Type.Integer({ description: "Counted up to one million." }),
    oldest_waiting: nullableTime(),
    next_due: nullableTime(),
  }),
);

export const WebhookDeliverySchema = named(
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

export const presentWebhook = (webhook: OverseenSubscription) => present(WebhookSchema, withoutUrl(webhook));

/** With the endpoint's health and its pending events. */
export const presentWholeWebhook = ({ waiting, ...webhook }: WholeWebhook) =>
  present(WholeWebhookSchema, {
    ...withoutUrl(webhook),
    waiting: waiting.count,
    oldestWaiting: waiting.oldestAt,
    nextDue: waiting.nextDueAt,
  });

/** Only the host: customers put keys into the rest of the URL. */
function withoutUrl({ url, ...webhook }: OverseenSubscription) {
  return { ...webhook, urlHost: hostOf(url), created: webhook.createdAt, updated: webhook.updatedAt };
}

const unmade = { statusCode: undefined, failureMessage: undefined, durationMs: undefined };

/** Without the endpoint's response body, which is private to its owner. */
export const presentWebhookDelivery = (attempt: AttemptSummary) =>
  present(WebhookDeliverySchema, {
    ...unmade,
    ...attempt,
    nextAttempt: attempt.status === "pending" ? attempt.dueAt : attempt.nextAttemptAt,
    created: attempt.insertedAt,
  });

export interface WholeWebhook extends OverseenSubscription {
  readonly waiting: Awaited<ReturnType<typeof measureWaiting>>;
}
