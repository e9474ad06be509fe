import { createHash } from "node:crypto";
import type { Network } from "../../kernel/id.ts";

/**
 * The UETR of a wire or RTP payment: a version 4 UUID (RFC 4122) derived from our id, so that a file that is written
 * again is identical.
 */
export function uetrOf(network: Network, entryId: string): string {
  const bytes = createHash("sha256").update(`florin/uetr/${network}/${entryId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

// Nacha: the first 8 digits of our bank's routing number and 7 digits of our choice.
const traceCapacity = 10_000_000n;

/**
 * `count` ascending trace numbers, and the new counter. They wrap after ten million, but never within a file, because
 * the trace numbers of a file must ascend.
 */
export function nextTraces(
  odfi: string,
  last: bigint,
  count: number,
): { readonly traces: readonly string[]; readonly last: bigint } {
  const place = last % traceCapacity;
  const start = place + BigInt(count) < traceCapacity ? last : last - place + traceCapacity;
  const traces = Array.from(
    { length: count },
    (_, index) => `${odfi}${`${(start + BigInt(index + 1)) % traceCapacity}`.padStart(7, "0")}`,
  );
  return { traces, last: start + BigInt(count) };
}

const modifiers = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** File ID modifier: distinguishes the files of one day; wraps after 36. */
export function modifierOf(counter: bigint): string {
  return modifiers.charAt(Number(counter % BigInt(modifiers.length)));
}
