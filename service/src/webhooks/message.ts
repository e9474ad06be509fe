import { createHash, createHmac } from "node:crypto";
import type { Event } from "../events/index.ts";
import type { Json } from "../kernel/canonical-json.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";

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
  /** Id of the resource that the event is about. */
  readonly subject: string | undefined;
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
    subject: subjectOf(event.data),
  };
}

function subjectOf(data: Json): string | undefined {
  const id = typeof data === "object" && data !== null && "id" in data ? data["id"] : undefined;
  return typeof id === "string" ? id : undefined;
}

/** Our own random namespace. Published in the guide, so that receivers can compute the key of an event. */
const namespace = Buffer.from("6f1d3c0e4b5a4e6f9d2a8c7b1e0f5a34", "hex");

const uuidBytes = 16;

/** UUID version 5 (RFC 9562 §5.5) of the event id: the same for every delivery of the event. */
export function idempotencyKeyOf(eventId: string): string {
  const bytes = createHash("sha1").update(namespace).update(eventId).digest().subarray(0, uuidBytes);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** The signing secrets: the current one and, during a rotation, the previous one. 32 bytes each. */
export type SigningSecrets = readonly [current: Buffer, ...previous: Buffer[]];

/** All headers of a delivery. The specification's signature covers only the body; Standard Webhooks covers more. */
export function signedHeaders(
  message: Omit<Message, "subject">,
  secrets: SigningSecrets,
  sentAt: Instant,
): Readonly<Record<string, string>> {
  const [current] = secrets;
  const timestamp = String(Math.floor(sentAt / 1000));
  const signed = `${message.eventId}.${timestamp}.${message.body}`;
  return {
    "content-type": "application/json",
    "idempotency-key": message.idempotencyKey,
    "x-request-signature-sha-256": createHmac("sha256", current).update(message.body).digest("hex"),
    "webhook-id": message.eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets
      .map((secret) => `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`)
      .join(" "),
  };
}

const secretIdLength = 8;

/** Distinguishes the secrets of a subscription. A digest of 256 random bits reveals nothing of them. */
export function secretIdOf(secret: Buffer): string {
  return createHash("sha256").update("webhook secret").update(secret).digest("hex").slice(0, secretIdLength);
}
