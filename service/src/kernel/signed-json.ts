import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import Type from "typebox";
import { canonicalJson, type Json } from "./canonical-json.ts";

/** The members of a signed document beside its content: Ed25519, base64url. */
export const signatureMembers = {
  public_key: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }),
  signature: Type.String({ pattern: "^[A-Za-z0-9_-]{86}$" }),
};

interface JsonObject {
  readonly [key: string]: Json;
}

/** `seed` is a service key: 32 bytes that are the private key of Ed25519 (RFC 8032). The public key is signed, too. */
export function signJson<Content extends JsonObject>(
  seed: Buffer,
  content: Content,
): Content & { readonly public_key: string; readonly signature: string } {
  const key = privateKeyOf(seed);
  const signed = { ...content, public_key: publicKeyOf(key) };
  const signature = sign(null, Buffer.from(canonicalJson(signed)), key).toString("base64url");
  return { ...signed, signature };
}

/** True if the key in the document signed it. Whether that key can be trusted is for the caller to check. */
export function isSigned(
  document: JsonObject & { readonly public_key: string; readonly signature: string },
): boolean {
  const { signature, ...signed } = document;
  const bytes = Buffer.from(signature, "base64url");
  // The last character has unused bits, so other texts encode the same bytes.
  if (bytes.toString("base64url") !== signature) return false;
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: document.public_key },
    format: "jwk",
  });
  return verify(null, Buffer.from(canonicalJson(signed)), key, bytes);
}

/** Base64url of the public key that belongs to the seed. */
export function publicKeyOfSeed(seed: Buffer): string {
  return publicKeyOf(privateKeyOf(seed));
}

// RFC 8410: PKCS #8 around the 32 bytes of the private key.
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

function privateKeyOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: "der", type: "pkcs8" });
}

function publicKeyOf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: "jwk" }).x ?? "";
}
