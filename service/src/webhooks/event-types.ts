import { accountEventTypes } from "../accounts/index.ts";
import { addressEventTypes } from "../addresses/index.ts";
import { approvalEventTypes } from "../approvals/index.ts";
import type { EventType } from "../events/index.ts";
import type { DescribedEvents } from "../http/openapi-webhooks.ts";
import { webhookTag } from "../http/tags.ts";
import { paymentEventTypes, returnEventTypes } from "../payments/index.ts";
import { depositEventTypes, tokenEventTypes } from "../tokens/index.ts";
import {
  tokenFlowEventTypes,
  transferEventTypes,
  transferReroutedType,
  transferReversedType,
} from "../transfers/index.ts";
import { webhookEventTypes } from "./webhook-event-types.ts";

/** The catalog: every event type, those of the specification first and in its order. */
export const eventTypes: readonly EventType[] = [
  ...transferEventTypes,
  ...paymentEventTypes,
  ...accountEventTypes,
  ...tokenEventTypes,
  ...tokenFlowEventTypes,
  ...depositEventTypes,
  ...returnEventTypes,
  transferReversedType,
  transferReroutedType,
  ...addressEventTypes,
  ...approvalEventTypes,
  ...webhookEventTypes,
];

export const eventTypeNames: readonly string[] = eventTypes.map(({ type }) => type);

/** For the OpenAPI document, which describes webhook requests too. */
export const describedEvents: DescribedEvents = { tag: webhookTag, types: eventTypes };
