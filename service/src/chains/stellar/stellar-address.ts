import { StrKey } from "@stellar/stellar-base";
import type { AddressCheck } from "../chain.ts";

/** SEP-23: an account address is G followed by the ed25519 key and a checksum, in base32. */
export function parseStellarAddress(text: string): AddressCheck {
  if (StrKey.isValidEd25519PublicKey(text)) return { ok: true, address: text };
  if (StrKey.isValidMed25519PublicKey(text))
    return { ok: false, detail: "is a muxed address (M…); use the account address (G…)" };
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
    detail: "must be a Stellar account address: 56 characters that begin with G, with a valid checksum",
  };
}

export function stellarAddressOf(publicKey: Uint8Array): string {
  return StrKey.encodeEd25519PublicKey(Buffer.from(publicKey));
}
