import { createHash } from "node:crypto";
import type { Network } from "../../kernel/id.ts";

/**
 * The end-to-end reference of a wire or RTP payment (UETR): the form of an RFC 4122 version 4 id, made from our own id,
 * so that a file which is written again says the same.
 */
export function uetrOf(network: Network, entryId: string): string {
  const bytes = createHash("sha256").update(`florin/uetr/${network}/${entryId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

// Nacha: the first 8 digits of our bank's routing number and 7 digits of our own.
const traceRoom = 10_000_000n;

/**
 * So many trace numbers in ascending order, and the counter behind them. After ten million they begin anew; those of one
 * file never do so in the middle, because they have to ascend.
 */
export function nextTraces(
  odfi: string,
  last: bigint,
  count: number,
): { readonly traces: readonly string[]; readonly last: bigint } {
  const place = last % traceRoom;
  const start = place + BigInt(count) < traceRoom ? last : last - place + traceRoom;
  const traces = Array.from(
    { length: count },
    (_, index) => `${odfi}${`${(start + BigInt(index + 1)) % traceRoom}`.padStart(7, "0")}`,
  );
  return { traces, last: start + BigInt(count) };
}

const modifiers = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** Tells the files of one day apart; after 36 of them the letters begin anew. */
export function modifierOf(counter: bigint): string {
  return modifiers.charAt(Number(counter % BigInt(modifiers.length)));
}
