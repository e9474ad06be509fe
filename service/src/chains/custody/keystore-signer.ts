import type { ChainFamily } from "../chain-name.ts";
import { type KeyDuty, type KeyRef, keyName, type Signer } from "../signer.ts";
import type { DerivedKey, KeyBranch } from "./derived-key.ts";
import { openEd25519Branch } from "./ed25519-branch.ts";
import { branchPath, checkIndex } from "./key-path.ts";
import { openSecp256k1Branch } from "./secp256k1-branch.ts";

export interface KeystoreOptions {
  /** 64 bytes, as BIP-39 makes them of words. The signer keeps a copy: the caller may wipe its own. */
  readonly seed: Uint8Array;
  readonly family: ChainFamily;
  /** How many derived keys are kept at hand. */
  readonly maxCachedKeys?: number;
}

const defaultMaxCachedKeys = 4_096;

/** A signer whose keys are in this process, derived from the seed of a network when they are needed. */
export function createKeystoreSigner(options: KeystoreOptions): Signer {
  const { family, maxCachedKeys = defaultMaxCachedKeys } = options;
  const seed = Uint8Array.from(options.seed);
  const branches = new Map<KeyDuty, KeyBranch>();
  // A Map keeps the order of insertion, so whatever is used is inserted again and the first key is the oldest.
  const keys = new Map<string, DerivedKey>();

  const openBranch = family === "evm" ? openSecp256k1Branch : openEd25519Branch;
  const branchOf = (duty: KeyDuty): KeyBranch => {
    const branch = branches.get(duty) ?? openBranch(seed, branchPath(family, duty));
    branches.set(duty, branch);
    return branch;
  };

  const keyOf = (ref: KeyRef): DerivedKey => {
    checkIndex(ref.index);
    const name = keyName(ref);
    const key = keys.get(name) ?? branchOf(ref.duty).key(ref.index);
    keys.delete(name);
    keys.set(name, key);
    if (keys.size > maxCachedKeys) forgetOldest(keys);
    return key;
  };

  // A key is used within the same turn in which it was taken, so none is wiped while it signs.
  return {
    publicKey: async (ref) => Uint8Array.from(keyOf(ref).publicKey),
    sign: async (ref, payload) => keyOf(ref).sign(payload),
  };
}

function forgetOldest(keys: Map<string, DerivedKey>): void {
  const [oldest] = keys;
  if (oldest === undefined) return;
  const [name, key] = oldest;
  keys.delete(name);
  key.wipe();
}
