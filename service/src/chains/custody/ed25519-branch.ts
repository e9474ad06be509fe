import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { HARDENED_OFFSET, HDKey } from "micro-key-producer/slip10.js";
import { assert } from "../../kernel/assert.ts";
import type { DerivedKey, KeyBranch } from "./derived-key.ts";

const keyBytes = 32;
// RFC 8410: the PKCS #8 prefix of a 32-byte Ed25519 private key.
const pkcs8Header = Buffer.from("302e020100300506032b657004220420", "hex");

/** SLIP-10 with hardened derivation only. */
export function openEd25519Branch(seed: Uint8Array, path: string): KeyBranch {
  const master = HDKey.fromMasterSeed(seed);
  const branch = master.derive(path);
  master.privateKey.fill(0);
  return { key: (index) => readKey(branch.deriveChild(index + HARDENED_OFFSET)) };
}

function readKey(node: HDKey): DerivedKey {
  let privateKey: KeyObject | undefined = importKey(node.privateKey);
  node.privateKey.fill(0);
  const spki = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  return {
    publicKey: Uint8Array.from(spki.subarray(-keyBytes)),
    sign: (message) => {
      assert(privateKey !== undefined, "a wiped key cannot sign");
      return Uint8Array.from(sign(null, message, privateKey));
    },
    // OpenSSL overwrites a key when it is freed.
    wipe: () => {
      privateKey = undefined;
    },
  };
}

function importKey(privateKey: Uint8Array): KeyObject {
  const der = Buffer.concat([pkcs8Header, privateKey]);
  try {
    return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  } finally {
    der.fill(0);
  }
}
