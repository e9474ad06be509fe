import { createHash } from "node:crypto";

const namespace = Buffer.from("6f1d3c0e4b5a4e6f9d2a8c7b1e0f5a34", "hex");
const uuidBytes = 16;

/**
 * The `idempotency-key` of every delivery of an event: UUID version 5 (RFC 9562 §5.5) of its id. The header itself is
 * not signed, so compute the key if you rely on it.
 */
export function idempotencyKeyOf(eventId: string): string {
  const bytes = createHash("sha1").update(namespace).update(eventId).digest().subarray(0, uuidBytes);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
