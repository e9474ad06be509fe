import Type, { type TSchema } from "typebox";
import { jsonType } from "./conventions.ts";
import type { Tag } from "./route.ts";
import { DateTimeSchema, IdSchema, named } from "./schemas.ts";

/** A type of event, as far as the API document tells of it. */
export interface DescribedEvent {
  readonly type: string;
  readonly summary: string;
  /** Of `data`. */
  readonly schema: TSchema;
  readonly example: unknown;
}

/** What the service sends of its own accord, and the chapter of the reference where that stands. */
export interface DescribedEvents {
  readonly tag: Tag;
  readonly types: readonly DescribedEvent[];
}

/** The requests that a subscriber has to answer: OpenAPI 3.1, `webhooks`. */
export function describeWebhooks({ tag, types }: DescribedEvents): Readonly<Record<string, object>> {
  return Object.fromEntries(types.map((event) => [event.type, { post: describeDelivery(tag, event) }]));
}

function describeDelivery(tag: Tag, { type, summary, schema, example }: DescribedEvent): object {
  return {
    operationId: `on${pascalCase(type)}`,
    tags: [tag.name],
    summary: type,
    description: summary,
    // It is the subscriber who asks for a proof here, and the signature is it.
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: {
        [jsonType]: {
          schema: envelopeOf(type, schema),
          example: { id: exampleId, type, created: "2026-11-15T10:51:12.000Z", data: example },
        },
      },
    },
    responses,
  };
}

const exampleId = "01JD7QAK4X6Z8BDFHKMNPQRSTV";

function envelopeOf(type: string, data: TSchema): TSchema {
  return named(
    `${pascalCase(type)}Event`,
    Type.Object({
      id: named("EventId", {
        ...IdSchema,
        description: "Of the event, the same in every delivery: know by it what you have seen.",
      }),
      type: Type.Literal(type),
      created: DateTimeSchema,
      data,
    }),
  );
}

/** `transfer.created` is TransferCreated. */
function pascalCase(type: string): string {
  return type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

const headers = [
  {
    name: "x-request-signature-sha-256",
    description:
      "HMAC-SHA256 of the raw body, in lowercase hex. The key is the base64url-decoded `sharedSecret` of the subscription. " +
      "Verify it before you parse.",
    schema: { type: "string", pattern: "^[0-9a-f]{64}$" },
  },
  {
    name: "webhook-id",
    description: "The id of the event.",
    schema: IdSchema,
  },
  {
    name: "webhook-timestamp",
    description:
      "When this delivery was sent, in seconds since 1970. Refuse one that is old: somebody may replay it.",
    schema: { type: "string", pattern: "^[0-9]+$" },
    example: "1794739872",
  },
  {
    name: "webhook-signature",
    description:
      "As Standard Webhooks has it: `v1,` and the HMAC-SHA256, in base64, of the id, the timestamp and the raw body, joined " +
      "by points. While a secret is rotated there are two, with a space between them.",
    schema: { type: "string", pattern: "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$" },
  },
  {
    name: "idempotency-key",
    description: "A UUID of version 5, made of the id of the event: the same in every delivery.",
    schema: { type: "string", format: "uuid" },
  },
].map((header) => ({ ...header, in: "header", required: true }));

const responses = {
  "2XX": {
    description: "Received. Answer at once and work on it later: after 10 seconds it counts as failed.",
  },
  "410": { description: "The endpoint is gone: the subscription is disabled." },
  default: { description: "Failed: it is sent again later, ten times over about three days." },
};
