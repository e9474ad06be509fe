import { bytesToHex, getAddress, isAddress, publicKeyToAddress } from "viem/utils";
import type { AddressCheck } from "../chain.ts";

/** Sender of mints and recipient of burns. Defined here, because importing all of `viem` is slow. */
export const zeroAddress = "0x0000000000000000000000000000000000000000";

const shape = /^0x[0-9a-fA-F]{40}$/;

/** EIP-55: mixed case is a checksum and must be valid; single-case addresses have none. */
export function parseEvmAddress(text: string): AddressCheck {
  if (!shape.test(text)) return { ok: false, detail: "must be 0x followed by 40 hexadecimal digits" };
  const digits = text.slice(2);
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (hasChecksum && !isAddress(text)) {
    return { ok: false, detail: "has an invalid EIP-55 checksum" };
  }
  const address = getAddress(`0x${digits.toLowerCase()}`);
  if (address === zeroAddress) return { ok: false, detail: "is the zero address" };
  return { ok: true, address };
}

/** Takes an uncompressed public key, 65 bytes. */
export function evmAddressOf(publicKey: Uint8Array): string {
  return publicKeyToAddress(bytesToHex(publicKey));
}
