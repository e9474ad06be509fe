import { createPublicKey } from "node:crypto";
import { RefusalError, refuse } from "../kernel/refusal.ts";

/** Reads the text of a key file, PEM (RFC 7468) or JWK (RFC 7517), as a JWK that is yet to be judged. */
export function readPublicKey(text: string): unknown {
  return text.includes("-----BEGIN ") ? fromPem(text) : fromJson(text);
}

function fromPem(text: string): unknown {
  // Node would take the public half out of a private key; nobody should get used to handing those around.
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) {
    throw badKey("holds a private key; keep that one, and give the public key alone");
  }
  try {
    return createPublicKey(text).export({ format: "jwk" });
  } catch {
    throw badKey("holds no public key that can be read; Ed25519, P-256 and RSA keys are taken");
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badKey("is neither PEM nor a JWK in JSON");
  }
}

function badKey(detail: string): RefusalError {
  const errors = [{ pointer: "/public_key", detail }];
  return new RefusalError(refuse("validation_failed", `the public key ${detail}`, { errors }));
}
