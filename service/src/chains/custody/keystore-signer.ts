import { assert } from "../../kernel/assert.ts";
import type { ChainFamily } from "../chain-name.ts";
import { type KeyRef, type KeyRole, keyName, type Signer } from "../signer.ts";
import type { DerivedKey, KeyBranch } from "./derived-key.ts";
import { openEd25519Branch } from "./ed25519-branch.ts";
import { loadSecp256k1, openSecp256k1Branch } from "./secp256k1-branch.ts";

export interface KeystoreOptions {
  /** 64 bytes, as derived by BIP-39. The signer keeps a copy: the caller may wipe its own. */
  readonly seed: Uint8Array;
  readonly family: ChainFamily;
  /** Maximum number of cached keys. */
  readonly maxCachedKeys?: number;
}

const defaultMaxCachedKeys = 4_096;

/** A signer with keys in this process, derived from the seed of a network on demand. */
export function createKeystoreSigner(options: KeystoreOptions): Signer {
  const { family, maxCachedKeys = defaultMaxCachedKeys } = options;
  const seed = Uint8Array.from(options.seed);
  const branches = new Map<KeyRole, KeyBranch>();
  // LRU: a Map keeps insertion order, so a used key is inserted again and the first key is the least recently used.
  const keys = new Map<string, DerivedKey>();

  const openBranch = family === "evm" ? openSecp256k1Branch : openEd25519Branch;
  const branchOf = (role: KeyRole): KeyBranch => {
    const branch = branches.get(role) ?? openBranch(seed, branchPath(family, role));
    branches.set(role, branch);
    return branch;
  };

  const keyOf = (ref: KeyRef): DerivedKey => {
    checkIndex(ref.index);
    const name = keyName(ref);
    const key = keys.get(name) ?? branchOf(ref.role).key(ref.index);
    keys.delete(name);
    keys.set(name, key);
    if (keys.size > maxCachedKeys) evictOldest(keys);
    return key;
  };

  // A key is used in the same tick in which it is looked up, so it is never wiped while it signs.
  return {
    publicKey: async (ref) => Uint8Array.from(keyOf(ref).publicKey),
    sign: async (ref, payload) => {
      if (family === "evm") await loadSecp256k1();
      return keyOf(ref).sign(payload);
    },
  };
}

function evictOldest(keys: Map<string, DerivedKey>): void {
  const [oldest] = keys;
  if (oldest === undefined) return;
  const [name, key] = oldest;
  keys.delete(name);
  key.wipe();
}

/** The number of each key role in derivation paths. It never changes: another number would give other keys. */
const roleNumbers: Readonly<Record<KeyRole, number>> = {
  custody: 0,
  deployer: 1,
  minter: 2,
  freezer: 3,
  gas: 4,
  channel: 5,
  issuer: 6,
  external_issuer: 7,
};

const maxIndex = 2 ** 31 - 1;

/**
 * Path of a key role's keys, by BIP-44 with the role as the account and SLIP-44 coin types. The key index follows,
 * hardened for ed25519 (the only option in SLIP-10) and not hardened for secp256k1.
 */
function branchPath(family: ChainFamily, role: KeyRole): string {
  const account = `${roleNumbers[role]}'`;
  switch (family) {
    case "evm":
      return `m/44'/60'/${account}/0`;
    case "solana":
      return `m/44'/501'/${account}`;
    case "stellar":
      return `m/44'/148'/${account}`;
  }
}

function checkIndex(index: number): void {
  assert(Number.isInteger(index) && index >= 0 && index <= maxIndex, `${index} is not a valid key index`);
}
