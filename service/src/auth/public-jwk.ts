import { createPublicKey, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint } from "jose";
import { type Refusal, refuse } from "../kernel/refusal.ts";

/** A public key with which an application signs client assertions. Contains public members only. */
export type PublicJwk = (
  | { readonly kty: "OKP"; readonly crv: "Ed25519"; readonly x: string }
  | { readonly kty: "EC"; readonly crv: "P-256"; readonly x: string; readonly y: string }
  | { readonly kty: "RSA"; readonly n: string; readonly e: string }
) & { readonly kid: string; readonly alg?: AssertionAlgorithm };

export const assertionAlgorithms = ["EdDSA", "ES256", "RS256", "PS256"] as const;
export type AssertionAlgorithm = (typeof assertionAlgorithms)[number];

const minModulusBits = 2048;
// Larger keys only make each verification slower.
const maxModulusBits = 8192;
const minExponent = 65_537n;
const visibleKid = /^[\x21-\x7E]{1,255}$/;
// RFC 7518 §6: members that only private or symmetric keys have.
const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/** Parses an untrusted JWK. Without a `kid`, its thumbprint (RFC 7638) is used. */
export async function readPublicJwk(value: unknown): Promise<PublicJwk | Refusal> {
  if (!isStringRecord(value)) return invalid("", "must be a JSON object");
  const secret = privateMembers.find((member) => member in value);
  if (secret !== undefined)
    return invalid(`/${secret}`, "belongs to a private key; send only the public key");
  const bare = readKeyMembers(value);
  if (bare === undefined) return invalid("/kty", "must be an Ed25519, P-256 or RSA key");
  const flaw = findFlaw(bare);
  if (flaw !== undefined) return invalid("", flaw);
  const { use, alg, kid = await calculateJwkThumbprint(bare) } = value;
  if (use !== undefined && use !== "sig") return invalid("/use", "must be sig");
  if (typeof kid !== "string" || !visibleKid.test(kid)) {
    return invalid("/kid", "must be 1 to 255 visible ASCII characters");
  }
  if (alg === undefined) return { ...bare, kid };
  const fitting = algorithmsOf({ ...bare, kid }).find((algorithm) => algorithm === alg);
  if (fitting === undefined)
    return invalid("/alg", `must be one of ${algorithmsOf({ ...bare, kid }).join(", ")}`);
  return { ...bare, kid, alg: fitting };
}

/** Algorithms that this key may be used with. */
export function algorithmsOf(jwk: PublicJwk): readonly AssertionAlgorithm[] {
  if (jwk.alg !== undefined) return [jwk.alg];
  switch (jwk.kty) {
    case "OKP":
      return ["EdDSA"];
    case "EC":
      return ["ES256"];
    case "RSA":
      return ["RS256", "PS256"];
  }
}

type BareJwk =
  | { readonly kty: "OKP"; readonly crv: "Ed25519"; readonly x: string }
  | { readonly kty: "EC"; readonly crv: "P-256"; readonly x: string; readonly y: string }
  | { readonly kty: "RSA"; readonly n: string; readonly e: string };

function readKeyMembers({ kty, crv, x, y, n, e }: Record<string, unknown>): BareJwk | undefined {
  if (kty === "OKP" && crv === "Ed25519" && typeof x === "string") return { kty, crv, x };
  if (kty === "EC" && crv === "P-256" && typeof x === "string" && typeof y === "string")
    return { kty, crv, x, y };
  if (kty === "RSA" && typeof n === "string" && typeof e === "string") return { kty, n, e };
  return undefined;
}

/** The problem with the key material: a point off its curve, an RSA key that is too small. */
function findFlaw(jwk: BareJwk): string | undefined {
  let key: KeyObject;
  try {
    key = createPublicKey({ key: { ...jwk }, format: "jwk" });
  } catch {
    return "is not a valid public key";
  }
  if (jwk.kty !== "RSA") return undefined;
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < minModulusBits || modulusLength > maxModulusBits) {
    return `must be an RSA key of ${minModulusBits} to ${maxModulusBits} bits`;
  }
  return publicExponent < minExponent ? `must have an RSA exponent of at least ${minExponent}` : undefined;
}

function isStringRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(member: string, detail: string): Refusal {
  const pointer = `/jwk${member}`;
  return refuse("validation_failed", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
