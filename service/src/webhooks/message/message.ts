import type { Event } from "../../events/index.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";

/** An event in the words of the API: what a webhook's body says, and a line of the feed. */
export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly created: string;
  readonly data: Json;
}

/** What is sent, the same to the letter each time. */
export interface Message {
  readonly eventId: string;
  readonly idempotencyKey: string;
  readonly body: string;
}

type Told = Pick<Event, "type" | "data"> & { readonly id: string; readonly createdAt: Instant };

export function envelopeOf({ id, type, createdAt, data }: Told): Envelope {
  return { id, type, created: formatInstant(createdAt), data };
}

export function messageOf(event: Told): Message {
  return {
    eventId: event.id,
    idempotencyKey: idempotencyKeyOf(event.id),
    body: JSON.stringify(envelopeOf(event)),
  };
}
