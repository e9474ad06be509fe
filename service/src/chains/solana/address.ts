import {
  type Address,
  getAddressDecoder,
  getAddressEncoder,
  isAddress,
  isOffCurveAddress,
} from "@solana/kit";
import type { AddressVerdict } from "../chain.ts";

/** 32 bytes in base58 that are somebody's public key: what a program holds has no key, and tokens sent to it may be lost. */
export function parseAddress(text: string): AddressVerdict {
  if (!isAddress(text)) return refused("a Solana address is 32 bytes in base58");
  if (
    getAddressEncoder()
      .encode(text)
      .every((byte) => byte === 0)
  )
    return refused("this is the address of the system program");
  if (isOffCurveAddress(text))
    return refused(
      "this address belongs to a program, such as a token account; give the address of the wallet",
    );
  return { ok: true, address: text };
}

/** ed25519: the address is the public key itself. */
export function addressOf(publicKey: Uint8Array): Address {
  return getAddressDecoder().decode(publicKey);
}

/** For text that was an address before, in the database or in an answer. */
export function toAddress(text: string): Address {
  if (!isAddress(text)) throw new Error("this is no Solana address");
  return text;
}

function refused(detail: string): AddressVerdict {
  return { ok: false, detail };
}
