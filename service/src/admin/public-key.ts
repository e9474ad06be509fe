import { createPublicKey } from "node:crypto";
import { RefusalError, refuse } from "../kernel/refusal.ts";

/** Parses a key file, PEM (RFC 7468) or JWK (RFC 7517), into a JWK that is not validated yet. */
export function readPublicKey(text: string): unknown {
  return text.includes("-----BEGIN ") ? fromPem(text) : fromJson(text);
}

function fromPem(text: string): unknown {
  // Node would extract the public key from a private key; users should not get used to passing private keys around.
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) {
    throw badKey("contains a private key; provide only the public key");
  }
  try {
    return createPublicKey(text).export({ format: "jwk" });
  } catch {
    throw badKey("contains no supported public key; use Ed25519, P-256 or RSA");
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badKey("must be PEM or a JWK in JSON");
  }
}

function badKey(detail: string): RefusalError {
  const errors = [{ pointer: "/public_key", detail }];
  return new RefusalError(refuse("validation_failed", `the public key ${detail}`, { errors }));
}
