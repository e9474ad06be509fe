import { toHex } from "./bytes.ts";
import { nodeCrypto } from "./node-crypto.ts";

const namespace = Uint8Array.from("6f1d3c0e4b5a4e6f9d2a8c7b1e0f5a34".match(/../g) ?? [], (hex) =>
  Number(`0x${hex}`),
);
const uuidBytes = 16;

/**
 * The `idempotency-key` of every delivery of an event: UUID version 5 (RFC 9562 §5.5) of its id. The header itself is
 * not signed, so compute the key if you rely on it.
 */
export function idempotencyKeyOf(eventId: string): string {
  const hash = nodeCrypto().createHash("sha1").update(namespace).update(eventId).digest();
  const bytes = hash
    .subarray(0, uuidBytes)
    .map((byte, index) => (index === 6 ? (byte & 0x0f) | 0x50 : index === 8 ? (byte & 0x3f) | 0x80 : byte));
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
