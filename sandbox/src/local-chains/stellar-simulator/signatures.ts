import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { StrKey, type xdr } from "@stellar/stellar-base";
import type { AccountState } from "./ledger-state.ts";

/** A signed hash: the signatures, and cached verification results. */
export interface SignedHash {
  readonly hash: Buffer;
  readonly signatures: readonly xdr.DecoratedSignature[];
  readonly verified: Map<string, boolean>;
}

export type ThresholdLevel = "low" | "medium" | "high";

export interface SignatureChecker {
  /** Whether the weights of the account's signers reach the threshold. */
  permits(account: AccountState, level: ThresholdLevel): boolean;
  /** For an account that this transaction creates: its own key must have signed. */
  permitsMissing(account: string): boolean;
  /** For hash(x) signers: the signature of each is an x with this hash. */
  permitsHashes(hashes: readonly Buffer[]): boolean;
  /** A superfluous signature makes a transaction invalid (txBAD_AUTH_EXTRA). */
  areAllUsed(): boolean;
}

interface WeightedKey {
  readonly key: string;
  readonly weight: number;
}

const maxWeight = 255;

export function createSignatureChecker(signed: SignedHash): SignatureChecker {
  const used = new Set<number>();

  const isHeavyEnough = (signers: readonly WeightedKey[], needed: number): boolean => {
    const left = [...signers];
    let weight = 0;
    for (const [index, signature] of signed.signatures.entries()) {
      const place = left.findIndex(({ key }) => isBy(signed, signature, key));
      const signer = left[place];
      if (signer === undefined) continue;
      used.add(index);
      weight += Math.min(signer.weight, maxWeight);
      if (weight >= needed) return true;
      left.splice(place, 1);
    }
    return false;
  };

  return {
    permits: (account, level) => isHeavyEnough(signersOf(account), account.thresholds[level]),
    permitsMissing: (account) => isHeavyEnough([{ key: account, weight: 1 }], 0),
    permitsHashes: (hashes) =>
      hashes.every((hash) => {
        const index = signed.signatures.findIndex((signature) => isPreimage(signature, hash));
        used.add(index);
        return index >= 0;
      }),
    areAllUsed: () => used.size === signed.signatures.length,
  };
}

function isPreimage(signature: xdr.DecoratedSignature, hash: Buffer): boolean {
  const isHinted = signature.hint().equals(hash.subarray(-4));
  return isHinted && createHash("sha256").update(signature.signature()).digest().equals(hash);
}

function signersOf(account: AccountState): readonly WeightedKey[] {
  const master = { key: account.id, weight: account.thresholds.master };
  return [...(master.weight > 0 ? [master] : []), ...account.signers];
}

function isBy(signed: SignedHash, signature: xdr.DecoratedSignature, key: string): boolean {
  const { hint, publicKey } = keyOf(key);
  if (!signature.hint().equals(hint)) return false;
  const name = `${key}/${signature.signature().toString("base64")}`;
  const known = signed.verified.get(name);
  if (known !== undefined) return known;
  const isValid = verify(null, signed.hash, publicKey, signature.signature());
  signed.verified.set(name, isValid);
  return isValid;
}

interface SignerKey {
  readonly hint: Buffer;
  readonly publicKey: KeyObject;
}

// RFC 8410 §4: an Ed25519 public key in DER is this prefix and the 32 bytes.
const derPrefix = Buffer.from("302a300506032b6570032100", "hex");
/** Decoding a key takes longer than verifying a signature, and the same accounts sign all the time. */
const knownKeys = new Map<string, SignerKey>();

function keyOf(key: string): SignerKey {
  const known = knownKeys.get(key);
  if (known !== undefined) return known;
  const rawKey = StrKey.decodeEd25519PublicKey(key);
  const publicKey = createPublicKey({
    key: Buffer.concat([derPrefix, rawKey]),
    format: "der",
    type: "spki",
  });
  const read = { hint: rawKey.subarray(-4), publicKey };
  knownKeys.set(key, read);
  return read;
}
