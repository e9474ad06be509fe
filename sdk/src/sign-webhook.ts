import { utf8 } from "./bytes.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import { keysOf } from "./secret.ts";
import { bodySignature, messageSignature, runSteps } from "./signature.ts";
import { systemClock } from "./system-clock.ts";

export interface WebhookToSign {
  readonly id: string;
  readonly body: string | Uint8Array;
  /** Several secrets sign as during a rotation, the new one first. */
  readonly secret: string | readonly string[];
  /** Unix time in seconds; defaults to now. */
  readonly timestamp?: number;
}

export type SignedHeaders = Readonly<
  Record<
    | "content-type"
    | "idempotency-key"
    | "x-request-signature-sha-256"
    | "webhook-id"
    | "webhook-timestamp"
    | "webhook-signature",
    string
  >
>;

// Beyond it, the caller has passed milliseconds.
const maxTimestamp = 999_999_999_999;

/** The headers that the service would send with this body, to test a receiver. */
export function signWebhook({ id, body, secret, timestamp = nowSeconds() }: WebhookToSign): SignedHeaders {
  if (!Number.isInteger(timestamp) || timestamp < 0 || timestamp > maxTimestamp) {
    throw new RangeError(`${timestamp} is not a moment in whole seconds since 1970`);
  }
  const keys = keysOf(secret);
  const bytes = typeof body === "string" ? utf8(body) : body;
  const message = { id, timestamp: String(timestamp), body: bytes };
  return {
    "content-type": "application/json",
    "idempotency-key": idempotencyKeyOf(id),
    "x-request-signature-sha-256": runSteps(bodySignature(keys[0], bytes)),
    "webhook-id": id,
    "webhook-timestamp": message.timestamp,
    "webhook-signature": keys.map((key) => `v1,${runSteps(messageSignature(key, message))}`).join(" "),
  };
}

function nowSeconds(): number {
  return Math.floor(systemClock.now() / 1000);
}
