import { createHmac } from "node:crypto";
import type { Instant } from "../../kernel/instant.ts";
import type { Message } from "./message.ts";

/** The signing secrets: the current one and, during a rotation, the previous one. 32 bytes each. */
export type SigningSecrets = readonly [current: Buffer, ...previous: Buffer[]];

/** All headers of a delivery. The specification's signature covers only the body; Standard Webhooks covers more. */
export function signedHeaders(
  message: Message,
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
