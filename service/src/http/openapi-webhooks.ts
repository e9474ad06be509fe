import Type, { type TSchema } from "typebox";
import { jsonType } from "./conventions.ts";
import type { Tag } from "./route.ts";
import { DateTimeSchema, IdSchema, named } from "./schemas.ts";

/** An event type, as documented in the OpenAPI document. */
export interface DescribedEvent {
  readonly type: string;
  readonly summary: string;
  /** Schema of `data`. */
  readonly schema: TSchema;
  readonly example: unknown;
}

/** The events the service sends, and their section of the reference. */
export interface DescribedEvents {
  readonly tag: Tag;
  readonly types: readonly DescribedEvent[];
}

/** The requests a subscriber receives: OpenAPI 3.1, `webhooks`. */
export function describeWebhooks({ tag, types }: DescribedEvents): Readonly<Record<string, object>> {
  return Object.fromEntries(types.map((event) => [event.type, { post: describeDelivery(tag, event) }]));
}

function describeDelivery(tag: Tag, { type, summary, schema, example }: DescribedEvent): object {
  return {
    operationId: `on${pascalCase(type)}`,
    tags: [tag.name],
    summary: type,
    description: summary,
    // Here the subscriber authenticates Florin, by the signature.
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
        description: "Id of the event, the same in every delivery: use it to detect duplicates.",
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
      "Verify it before you parse the body.",
    schema: { type: "string", pattern: "^[0-9a-f]{64}$" },
  },
  {
    name: "webhook-id",
    description: "Id of the event.",
    schema: IdSchema,
  },
  {
    name: "webhook-timestamp",
    description:
      "Unix time of this delivery attempt, in seconds. Reject old timestamps to prevent replay attacks.",
    schema: { type: "string", pattern: "^[0-9]+$" },
    example: "1794739872",
  },
  {
    name: "webhook-signature",
    description:
      "Standard Webhooks signature: `v1,` followed by the base64 HMAC-SHA256 of the id, the timestamp and the raw " +
      "body, joined by periods. During a secret rotation there are two signatures, separated by a space.",
    schema: { type: "string", pattern: "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$" },
  },
  {
    name: "idempotency-key",
    description: "UUID version 5 derived from the event id, the same in every delivery.",
    schema: { type: "string", format: "uuid" },
  },
].map((header) => ({ ...header, in: "header", required: true }));

const responses = {
  "2XX": {
    description:
      "Received. Respond right away and process the event later: the attempt times out after 10 seconds.",
  },
  "410": { description: "The endpoint is gone; Florin disables the subscription." },
  default: { description: "Failed. Florin retries up to ten times over about three days." },
};
