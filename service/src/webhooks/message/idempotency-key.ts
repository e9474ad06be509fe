import { createHash } from "node:crypto";

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
