import type { Event } from "../../events/index.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";

/** An event in its API format: the body of a webhook, and an item of the feed. */
export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly created: string;
  readonly data: Json;
}

/** The request body, byte for byte the same each time. */
export interface Message {
  readonly eventId: string;
  readonly idempotencyKey: string;
  readonly body: string;
}

type Reported = Pick<Event, "type" | "data"> & { readonly id: string; readonly createdAt: Instant };

export function envelopeOf({ id, type, createdAt, data }: Reported): Envelope {
  return { id, type, created: formatInstant(createdAt), data };
}

export function messageOf(event: Reported): Message {
  return {
    eventId: event.id,
    idempotencyKey: idempotencyKeyOf(event.id),
    body: JSON.stringify(envelopeOf(event)),
  };
}
