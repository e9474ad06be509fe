import { createHmac } from "node:crypto";
import type { Instant } from "../../kernel/instant.ts";
import type { Message } from "./message.ts";

/** The secrets that sign: the current one, and during a rotation the one before. 32 bytes each. */
export type SigningSecrets = readonly [current: Buffer, ...previous: Buffer[]];

/** Every header of a delivery. The specification's signature is over the body alone, that of Standard Webhooks over more. */
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
