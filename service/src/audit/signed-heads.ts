import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import Type, { type Static } from "typebox";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { shapeOf } from "../kernel/shape.ts";
import type { AuditChain, ChainEnd } from "./seal-hash.ts";
import type { HeadRow } from "./seal-store.ts";

const hash = Type.String({ pattern: "^[0-9a-f]{64}$" });

const contentMembers = {
  format: Type.Literal("florin-audit-heads-1"),
  issued_at: Type.String(),
  heads: Type.Array(
    Type.Object(
      {
        chain: Type.String(),
        sequence: Type.String({ pattern: "^[1-9][0-9]{0,17}$" }),
        entries: Type.String({ pattern: "^[1-9][0-9]{0,17}$" }),
        hash,
        sealed_at: Type.String(),
      },
      { additionalProperties: false },
    ),
  ),
  /** Ed25519, base64url. */
  public_key: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }),
};

const SignedHeadsSchema = Type.Object(
  { ...contentMembers, signature: Type.String({ pattern: "^[A-Za-z0-9_-]{86}$" }) },
  { additionalProperties: false },
);

/** Heads of chains at one time, signed by the service: a copy of them elsewhere fixes the log up to then. */
export type SignedHeads = Static<typeof SignedHeadsSchema>;

/** Throws a `ShapeError` if the value has another shape. */
export const signedHeadsShape = shapeOf(SignedHeadsSchema);

/** `seed` is a service key: 32 bytes that are the private key of Ed25519 (RFC 8032). */
export function signHeads(
  seed: Buffer,
  { heads, issuedAt }: { readonly heads: readonly HeadRow[]; readonly issuedAt: Instant },
): SignedHeads {
  const key = privateKeyOf(seed);
  const content = {
    format: "florin-audit-heads-1" as const,
    issued_at: formatInstant(issuedAt),
    heads: heads.map(({ tenantId, sequence, entryCount, hash: headHash, sealedAt }) => ({
      chain: tenantId,
      sequence: sequence.toString(),
      entries: entryCount.toString(),
      hash: headHash.toString("hex"),
      sealed_at: formatInstant(sealedAt),
    })),
    public_key: publicKeyOf(key),
  };
  const signature = sign(null, Buffer.from(canonicalJson(content)), key).toString("base64url");
  return { ...content, signature };
}

/** True if the key in the document signed it. Whether that is the service's key is for the caller to check. */
export function isSigned({ signature, ...content }: SignedHeads): boolean {
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: content.public_key },
    format: "jwk",
  });
  return verify(null, Buffer.from(canonicalJson(content)), key, Buffer.from(signature, "base64url"));
}

export function headsOf({ heads }: SignedHeads): ReadonlyMap<AuditChain, ChainEnd> {
  return new Map(
    heads.map(({ chain, sequence, hash: text }) => [
      chain,
      { sequence: BigInt(sequence), hash: Buffer.from(text, "hex") },
    ]),
  );
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
