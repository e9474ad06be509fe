import {
  type Address,
  getAddressDecoder,
  getAddressEncoder,
  isAddress,
  isOffCurveAddress,
} from "@solana/kit";
import type { AddressCheck } from "../chain.ts";

/**
 * 32 bytes in base58 on the ed25519 curve: program-derived addresses have no key, and tokens sent there may be lost.
 */
export function parseAddress(text: string): AddressCheck {
  if (!isAddress(text)) return refused("must be a Solana address (32 bytes in base58)");
  if (
    getAddressEncoder()
      .encode(text)
      .every((byte) => byte === 0)
  )
    return refused("is the address of the system program");
  if (isOffCurveAddress(text))
    return refused("belongs to a program, such as a token account; use the wallet address");
  return { ok: true, address: text };
}

/** ed25519: the address is the public key itself. */
export function addressOf(publicKey: Uint8Array): Address {
  return getAddressDecoder().decode(publicKey);
}

/** For text that is known to be an address, from the database or a node. */
export function toAddress(text: string): Address {
  const known = knownAddresses.get(text);
  if (known !== undefined) return known;
  if (!isAddress(text)) throw new Error("not a Solana address");
  if (knownAddresses.size >= maxKnownAddresses) knownAddresses.clear();
  knownAddresses.set(text, text);
  return text;
}

// Checking an address is slow, and the same addresses are used again and again.
const maxKnownAddresses = 10_000;
const knownAddresses = new Map<string, Address>();

function refused(detail: string): AddressCheck {
  return { ok: false, detail };
}
