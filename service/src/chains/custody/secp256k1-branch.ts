import { secp256k1 } from "@noble/curves/secp256k1.js";
import { HDKey } from "@scure/bip32";
import { assert } from "../../kernel/assert.ts";
import type { DerivedKey, KeyBranch } from "./derived-key.ts";

const digestBytes = 32;

let library: typeof import("tiny-secp256k1") | undefined;

/** Loads libsecp256k1, compiled to WebAssembly. Call it before the first signature: most processes never sign. */
export async function loadSecp256k1(): Promise<void> {
  library ??= await import("tiny-secp256k1");
}

/** BIP-32. Intermediate nodes are wiped; the branch itself stays in memory. */
export function openSecp256k1Branch(seed: Uint8Array, path: string): KeyBranch {
  const master = HDKey.fromMasterSeed(seed);
  const branch = master.derive(path);
  master.wipePrivateData();
  return { key: (index) => readKey(branch.deriveChild(index)) };
}

function readKey(node: HDKey): DerivedKey {
  const { privateKey, publicKey } = node;
  node.wipePrivateData();
  assert(privateKey !== null && publicKey !== null, "a key derived from a private key is private");
  let isWiped = false;
  return {
    publicKey: secp256k1.Point.fromBytes(publicKey).toBytes(false),
    sign: (digest) => {
      assert(!isWiped, "a wiped key cannot sign");
      assert(digest.length === digestBytes, "secp256k1 signs a digest of 32 bytes");
      return signDigest(digest, privateKey);
    },
    wipe: () => {
      isWiped = true;
      privateKey.fill(0);
    },
  };
}

/** Deterministic (RFC 6979) with the lower s, as Ethereum requires (EIP-2). The library wipes its copy of the key. */
function signDigest(digest: Uint8Array, privateKey: Uint8Array): Uint8Array {
  assert(library !== undefined, "the library is loaded before the first signature");
  const { signature, recoveryId } = library.signRecoverable(digest, privateKey);
  return Uint8Array.of(...signature, recoveryId);
}
