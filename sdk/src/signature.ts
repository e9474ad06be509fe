import { createHmac, timingSafeEqual } from "node:crypto";

/** Standard Webhooks: over the id, the timestamp and the body, in base64. */
export function messageSignature(
  key: Buffer,
  message: { readonly id: string; readonly timestamp: string; readonly body: Uint8Array },
): string {
  const { id, timestamp, body } = message;
  return createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
}

/** Over the body alone, in lowercase hex. */
export function bodySignature(key: Buffer, body: Uint8Array): string {
  return createHmac("sha256", key).update(body).digest("hex");
}

/**
 * Constant-time comparison. Compares the text, not the decoded bytes: several base64 texts decode to the same bytes,
 * and only one of them was sent.
 */
export function isSameSignature(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
