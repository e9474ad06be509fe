import { createHash } from "node:crypto";
import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK, type JWK } from "jose";
import { addMs, type Instant, instantFromMs } from "../kernel/instant.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { algorithmsOf, assertionAlgorithms, readPublicJwk } from "./public-jwk.ts";

/** RFC 9449 §5.1: the algorithms of proofs. */
export const dpopAlgorithms = assertionAlgorithms;

/** A verified proof. */
export interface DpopProof {
  /** RFC 7638 thumbprint of the key. */
  readonly jkt: string;
  /** Unique for this key, and used once until then. */
  readonly jti: string;
  readonly usableUntil: Instant;
}

export interface ExpectedProof {
  readonly method: string;
  /** Without query and fragment. */
  readonly url: string;
  readonly now: Instant;
  /** Of a request with an access token: the proof must name it. */
  readonly accessToken?: string;
}

const maxProofLength = 4096;
/** How long ago, or by how much in the future by another clock, a proof may have been made. */
const windowMs = 60_000;
const plainJti = /^[\x20-\x7E]{1,255}$/;

/** RFC 9449 §4.3. Returns the problem if the proof is not valid. */
export async function verifyDpopProof(proof: string, expected: ExpectedProof): Promise<DpopProof | string> {
  if (proof.length > maxProofLength) return "the DPoP proof is too long";
  const opened = await openProof(proof);
  if (typeof opened === "string") return opened;
  const { jwk, claims } = opened;
  const { jti, htm, htu, iat, ath } = claims;
  if (typeof jti !== "string" || !plainJti.test(jti))
    return "jti must be 1 to 255 printable ASCII characters";
  if (htm !== expected.method) return "htm must be the method of the request";
  if (typeof htu !== "string" || bareUrl(htu) !== bareUrl(expected.url))
    return "htu must be the URL of the request, without query and fragment";
  if (typeof iat !== "number" || !Number.isFinite(iat)) return "iat must be a NumericDate";
  if (Math.abs(iat * 1000 - expected.now) > windowMs) return "iat must be within a minute of now";
  if (expected.accessToken !== undefined && ath !== digestOf(expected.accessToken))
    return "ath must be the hash of the access token";
  const usableUntil = addMs(instantFromMs(Math.max(0, Math.floor(iat * 1000))), 2 * windowMs);
  return { jkt: await calculateJwkThumbprint(jwk, "sha256"), jti, usableUntil };
}

async function openProof(
  proof: string,
): Promise<{ readonly jwk: JWK; readonly claims: Readonly<Record<string, unknown>> } | string> {
  try {
    const { typ, alg, jwk } = decodeProtectedHeader(proof) as Readonly<Record<string, unknown>>;
    if (typ !== "dpop+jwt") return "typ must be dpop+jwt";
    const algorithm = dpopAlgorithms.find((known) => known === alg);
    if (algorithm === undefined) return `alg must be one of ${dpopAlgorithms.join(", ")}`;
    // Refuses private keys, and keys that are too weak.
    const key = await readPublicJwk({ kid: "dpop", ...(jwk as object) });
    if (isRefusal(key) || !algorithmsOf(key).includes(algorithm))
      return "jwk must be a public key for this algorithm";
    const { kid: _, ...bare } = key;
    const { payload } = await compactVerify(proof, await importJWK({ ...bare }, algorithm), {
      algorithms: [algorithm],
    });
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    return typeof claims === "object" && claims !== null
      ? { jwk: bare as JWK, claims: { ...claims } }
      : "the DPoP proof has no claims";
  } catch {
    return "the DPoP proof cannot be verified";
  }
}

/** RFC 9449 §4.3: compared after normalization, without query and fragment. */
function bareUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}

/** RFC 9449 §4.2: `ath`. */
export function digestOf(accessToken: string): string {
  return createHash("sha256").update(accessToken).digest("base64url");
}
