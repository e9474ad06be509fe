import { keccak256 as hash } from "js-sha3";
import type { Hex } from "viem";

/** Keccak-256 as hex, several times as fast as viem's. A string is hashed as UTF-8. */
export function keccak256(value: Uint8Array | string): Hex {
  return `0x${hash(value)}`;
}

/** Of bytes given as hex digits. */
export function keccak256OfHex(value: Hex): Hex {
  return keccak256(Buffer.from(value.slice(2), "hex"));
}
