import { bytesToHex, getAddress, isAddress, publicKeyToAddress } from "viem/utils";
import type { AddressVerdict } from "../chain.ts";

/** Where tokens come from that are minted, and go to that are burned. Here, because `viem` as a whole is slow to load. */
export const zeroAddress = "0x0000000000000000000000000000000000000000";

const shape = /^0x[0-9a-fA-F]{40}$/;

/** EIP-55: letters of both cases are a checksum and must be right; letters of one case carry none. */
export function parseEvmAddress(text: string): AddressVerdict {
  if (!shape.test(text)) return { ok: false, detail: "must be 0x and 40 hexadecimal digits" };
  const digits = text.slice(2);
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (hasChecksum && !isAddress(text)) {
    return { ok: false, detail: "has letters of both cases whose checksum (EIP-55) is wrong" };
  }
  const address = getAddress(`0x${digits.toLowerCase()}`);
  if (address === zeroAddress) return { ok: false, detail: "is the zero address, which nobody owns" };
  return { ok: true, address };
}

/** Of an uncompressed public key, 65 bytes. */
export function evmAddressOf(publicKey: Uint8Array): string {
  return publicKeyToAddress(bytesToHex(publicKey));
}
