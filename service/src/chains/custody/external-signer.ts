import { createPublicKey, verify } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { assert } from "../../kernel/assert.ts";
import type { SigningCurve, SigningKey } from "../../kernel/signing-key.ts";
import { ChainUnavailableError } from "../chain.ts";
import type { ChainFamily } from "../chain-name.ts";
import { type KeyRef, type KeyRole, keyName, type Signer } from "../signer.ts";

export interface ExternalSignerOptions {
  readonly family: ChainFamily;
  /** Key roles whose key is at a provider; each has one key, with the index 0. */
  readonly keys: ReadonlyMap<KeyRole, SigningKey>;
  /** Signs for all other key roles. */
  readonly keystore: Signer;
}

/**
 * A signer with the keys of some roles in a hardware security module or a cloud KMS. Every signature is verified before it
 * is used. A provider that fails, or signs something else, counts as an unavailable chain: the work waits, and nothing is
 * given up.
 */
export function createExternalSigner({ family, keys, keystore }: ExternalSignerOptions): Signer {
  const curve = curveOf(family);
  const publicKeys = new Map<KeyRole, Promise<Uint8Array>>();
  const publicKeyOf = (ref: KeyRef, key: SigningKey): Promise<Uint8Array> => {
    assert(ref.index === 0, `${ref.role} has one key at its provider`);
    const known = publicKeys.get(ref.role) ?? call(ref, () => key.publicKey());
    publicKeys.set(ref.role, known);
    // A failure is not kept, so that the next call tries again.
    known.catch(() => publicKeys.delete(ref.role));
    return known;
  };
  return {
    publicKey: async (ref) => {
      const key = keys.get(ref.role);
      return key === undefined ? keystore.publicKey(ref) : Uint8Array.from(await publicKeyOf(ref, key));
    },
    sign: async (ref, payload) => {
      const key = keys.get(ref.role);
      if (key === undefined) return keystore.sign(ref, payload);
      const publicKey = await publicKeyOf(ref, key);
      const finish = curve === "secp256k1" ? recoverable : verified;
      assert(curve === "ed25519" || payload.length === digestBytes, "secp256k1 signs a digest of 32 bytes");
      const signature = finish(await call(ref, () => key.sign(payload)), payload, publicKey);
      if (signature !== undefined) return signature;
      throw new ChainUnavailableError(
        `the provider of ${keyName(ref)} returned a wrong signature; it was not used`,
      );
    },
  };
}

const digestBytes = 32;

export function curveOf(family: ChainFamily): SigningCurve {
  return family === "evm" ? "secp256k1" : "ed25519";
}

async function call<Result>(ref: KeyRef, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new ChainUnavailableError(`the provider of ${keyName(ref)} failed`, { cause });
  }
}

/** With the lower s, as Ethereum requires (EIP-2), and the recovery bit; undefined if it is not of this key. */
function recoverable(given: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined {
  const lower = withLowerS(given);
  if (lower === undefined) return undefined;
  for (const recoveryBit of [0, 1]) {
    try {
      const recovered = lower.addRecoveryBit(recoveryBit).recoverPublicKey(digest);
      if (Buffer.from(recovered.toBytes(false)).equals(publicKey)) {
        return Uint8Array.of(...lower.toBytes("compact"), recoveryBit);
      }
    } catch {
      // No point of the curve has this r; the signature is of another key.
    }
  }
  return undefined;
}

function withLowerS(given: Uint8Array) {
  try {
    const signature = secp256k1.Signature.fromBytes(given, "compact");
    if (!signature.hasHighS()) return signature;
    return new secp256k1.Signature(signature.r, secp256k1.Point.Fn.ORDER - signature.s);
  } catch {
    return undefined;
  }
}

function verified(given: Uint8Array, message: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined {
  const x = Buffer.from(publicKey).toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, message, key, given) ? given : undefined;
}
