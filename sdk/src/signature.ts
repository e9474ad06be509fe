import { createHmac, timingSafeEqual } from "node:crypto";

/** Of Standard Webhooks: over the id, the moment and the body, in base64. */
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
 * Takes the same time wherever two signatures differ. Their text is compared, not the bytes it stands for: several texts
 * stand for the same bytes in base64, and only one of them was sent.
 */
export function isSameSignature(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
