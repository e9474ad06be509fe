import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { assert } from "../../kernel/assert.ts";
import type { DerivedKey, KeyBranch } from "./derived-key.ts";

const keyBytes = 32;
const hardenedOffset = 2 ** 31;
// RFC 8410: the PKCS #8 prefix of a 32-byte Ed25519 private key.
const pkcs8Header = Buffer.from("302e020100300506032b657004220420", "hex");

/** The key of a path and what its children are derived with; together 64 bytes. */
interface Node {
  readonly privateKey: Buffer;
  readonly chainCode: Buffer;
}

/** SLIP-10 for ed25519, whose children are all hardened. Intermediate nodes are wiped; the branch stays in memory. */
export function openEd25519Branch(seed: Uint8Array, path: string): KeyBranch {
  let branch = nodeOf("ed25519 seed", seed);
  for (const step of path.split("/").slice(1)) {
    assert(step.endsWith("'"), `step ${step} of ${path} is hardened`);
    const parent = branch;
    branch = childOf(parent, Number(step.slice(0, -1)));
    wipe(parent);
  }
  return { key: (index) => readKey(childOf(branch, index)) };
}

function childOf({ privateKey, chainCode }: Node, index: number): Node {
  const data = Buffer.alloc(1 + keyBytes + 4);
  data.set(privateKey, 1);
  data.writeUInt32BE(index + hardenedOffset, 1 + keyBytes);
  try {
    return nodeOf(chainCode, data);
  } finally {
    data.fill(0);
  }
}

function nodeOf(secret: string | Buffer, data: Uint8Array): Node {
  const digest = createHmac("sha512", secret).update(data).digest();
  return { privateKey: digest.subarray(0, keyBytes), chainCode: digest.subarray(keyBytes) };
}

function wipe({ privateKey, chainCode }: Node): void {
  privateKey.fill(0);
  chainCode.fill(0);
}

function readKey(node: Node): DerivedKey {
  let privateKey: KeyObject | undefined = importKey(node.privateKey);
  wipe(node);
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
