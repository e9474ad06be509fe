import { StrKey } from "@stellar/stellar-sdk";
import type { AddressVerdict } from "../chain.ts";

/** SEP-23: an account is the letter G, its ed25519 key and a checksum, in base32. */
export function parseStellarAddress(text: string): AddressVerdict {
  if (StrKey.isValidEd25519PublicKey(text)) return { ok: true, address: text };
  if (StrKey.isValidMed25519PublicKey(text))
    return { ok: false, detail: "a muxed address (M…) is not accepted; give the account itself (G…)" };
  if (StrKey.isValidContract(text))
    return { ok: false, detail: "a contract (C…) cannot hold this token; give an account (G…)" };
  // A secret may be pasted by mistake: the detail must not repeat it.
  if (StrKey.isValidEd25519SecretSeed(text))
    return { ok: false, detail: "this is a secret key and no address; treat it as known to others" };
  return { ok: false, detail: "not a Stellar account: 56 characters that begin with G, with their checksum" };
}

export function stellarAddressOf(publicKey: Uint8Array): string {
  return StrKey.encodeEd25519PublicKey(Buffer.from(publicKey));
}
