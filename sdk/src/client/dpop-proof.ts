import { toBase64Url, utf8 } from "../bytes.ts";
import type { Clock } from "../system-clock.ts";
import { createJwtSigner } from "./jwt-signer.ts";
import type { JsonWebKeyLike, KeyPair, ProofKey } from "./private-key.ts";

/** A proof for one request; with the access token, unless the request is for a token. */
export type CreateProof = (request: ProvenRequest) => Promise<string>;

export interface ProvenRequest {
  readonly method: string;
  readonly url: string;
  readonly accessToken?: string;
}

/** RFC 9449 §4.2. A new proof for each attempt: the service accepts each `jti` once. */
export function createProofs(key: ProofKey, clock: Clock): CreateProof {
  const sign = createJwtSigner("privateKey" in key ? (key as KeyPair).privateKey : key);
  let publicKey: Promise<object> | undefined;
  return async ({ method, url, accessToken }) => {
    publicKey ??= publicJwkOf(key);
    const { origin, pathname } = new URL(url);
    const claims = {
      jti: crypto.randomUUID(),
      htm: method,
      htu: origin + pathname,
      iat: Math.floor(clock.now() / 1000),
      ...(accessToken === undefined ? {} : { ath: await digestOf(accessToken) }),
    };
    return sign({ typ: "dpop+jwt", jwk: await publicKey }, claims);
  };
}

async function publicJwkOf(key: ProofKey): Promise<object> {
  const { kty, crv, x, y, n, e } = "privateKey" in key ? await exported(key as KeyPair) : key;
  return { kty, crv, x, y, n, e };
}

async function exported({ publicKey }: KeyPair): Promise<JsonWebKeyLike> {
  type SubtleKey = Parameters<typeof crypto.subtle.exportKey>[1];
  return (await crypto.subtle.exportKey("jwk", publicKey as SubtleKey)) as JsonWebKeyLike;
}

async function digestOf(accessToken: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(accessToken))));
}
