import { StrKey } from "@stellar/stellar-base";
import type { AddressCheck } from "../chain.ts";

/**
 * SEP-23: an account address is G followed by the ed25519 key and a checksum, in base32; a muxed address (M) adds an id
 * of one of the account's customers.
 */
export function parseStellarAddress(text: string): AddressCheck {
  if (StrKey.isValidEd25519PublicKey(text)) return { ok: true, address: text };
  if (StrKey.isValidMed25519PublicKey(text))
    return { ok: true, address: accountOf(text), muxedAddress: text };
  if (StrKey.isValidContract(text))
    return {
      ok: false,
      detail: "is a contract address (C…), which cannot hold this token; use an account address (G…)",
    };
  // A secret key may be pasted by mistake: the detail must not repeat it.
  if (StrKey.isValidEd25519SecretSeed(text))
    return { ok: false, detail: "is a secret key, not an address; consider the key compromised" };
  return {
    ok: false,
    detail:
      "must be a Stellar account address: 56 characters that begin with G, or 69 that begin with M, with a valid checksum",
  };
}

/** The account of a muxed address: its key is followed by an id of eight bytes. */
export function accountOf(muxedAddress: string): string {
  return StrKey.encodeEd25519PublicKey(StrKey.decodeMed25519PublicKey(muxedAddress).subarray(0, -8));
}

export function stellarAddressOf(publicKey: Uint8Array): string {
  return StrKey.encodeEd25519PublicKey(Buffer.from(publicKey));
}
