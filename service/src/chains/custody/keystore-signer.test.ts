import { createPublicKey, randomBytes, verify } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { HDKey as Bip32Key } from "@scure/bip32";
import { mnemonicToSeedSync } from "@scure/bip39";
import { Keypair } from "@stellar/stellar-base";
import fc from "fast-check";
import { HDKey as Slip10Key } from "micro-key-producer/slip10.js";
import { hexToBytes, recoverPublicKey } from "viem";
import { mnemonicToAccount, privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { addressOfKey, chainFamilies } from "../../../test/custody.ts";
import { sizeOf } from "../../../test/scale.ts";
import { type KeyRole, keyRoles } from "../signer.ts";
import { openEd25519Branch } from "./ed25519-branch.ts";
import { createKeystoreSigner } from "./keystore-signer.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
// Publicly known test words, checked against other wallets.
const knownWords = `${"abandon ".repeat(11)}about`;
const knownSeed = mnemonicToSeedSync(knownWords);

describe("the published test vectors hold", () => {
  const seed = Buffer.from("000102030405060708090a0b0c0d0e0f", "hex");

  test("BIP-32, test vector 1", () => {
    expect(Bip32Key.fromMasterSeed(seed).derive("m/0'/1/2'/2/1000000000").privateExtendedKey).toBe(
      "xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FHa8kmHScGpWmj4WggLyQjgPie1rFSruoUihUZREPSL39UNdE3BBDu76",
    );
  });

  test("SLIP-10 for ed25519, test vector 1", () => {
    const key = openEd25519Branch(seed, "m/0'/1'/2'/2'").key(1_000_000_000);
    expect(hex(key.publicKey)).toBe("3c24da049451555d51a7014a37337aa4e12d41e485abccfa46b47dfb2af54b7a");
  });
});

describe("derived keys", () => {
  // MetaMask and Phantom show the first two for these words. They must never change: they hold customers' tokens.
  test.each([
    ["evm", "custody", 0, "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],
    ["solana", "custody", 0, "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"],
  ] as const)("from known words: %s %s %i is %s", async (family, role, index, address) => {
    const signer = createKeystoreSigner({ seed: knownSeed, family });
    expect(addressOfKey(family, await signer.publicKey({ role, index }))).toBe(address);
  });

  test("on EVM chains they match any BIP-44 wallet with the key role as the account", async () => {
    const signer = createKeystoreSigner({ seed: knownSeed, family: "evm" });
    for (const [accountIndex, role] of keyRoles.entries()) {
      for (const addressIndex of [0, 1, 77, 2 ** 31 - 1]) {
        const account = mnemonicToAccount(knownWords, { accountIndex, addressIndex });
        const publicKey = await signer.publicKey({ role, index: addressIndex });
        expect(`0x${hex(publicKey)}`).toBe(account.publicKey);
      }
    }
  });

  test.each([
    ["solana", 501],
    ["stellar", 148],
  ] as const)("on %s they match an independent SLIP-10 implementation", async (family, coin) => {
    const seed = randomBytes(64);
    const signer = createKeystoreSigner({ seed, family });
    for (const [number, role] of keyRoles.entries()) {
      for (const index of [0, 3, 2 ** 31 - 1]) {
        const secret = Slip10Key.fromMasterSeed(seed).derive(
          `m/44'/${coin}'/${number}'/${index}'`,
        ).privateKey;
        const pair = Keypair.fromRawEd25519Seed(Buffer.from(secret));
        expect(hex(await signer.publicKey({ role, index }))).toBe(hex(pair.rawPublicKey()));
      }
    }
  });

  test("no two keys of a seed are the same", async () => {
    const seen = new Set<string>();
    for (const family of chainFamilies) {
      const signer = createKeystoreSigner({ seed: knownSeed, family });
      for (const role of keyRoles) {
        for (const index of [0, 1, 2]) seen.add(hex(await signer.publicKey({ role, index })));
      }
    }
    expect(seen.size).toBe(chainFamilies.length * keyRoles.length * 3);
  });
});

describe("signing", () => {
  test("secp256k1 signatures are recoverable, have the lower s, and match another implementation", async () => {
    const signer = createKeystoreSigner({ seed: knownSeed, family: "evm" });
    const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
    const account = mnemonicToAccount(knownWords, { accountIndex: 2, addressIndex: 5 });
    const peer = privateKeyToAccount(`0x${hex(account.getHdKey().privateKey ?? new Uint8Array())}`);
    const key = { role: "minter", index: 5 } as const;
    const publicKey = `0x${hex(await signer.publicKey(key))}`;
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (digest) => {
        const signature = await signer.sign(key, digest);
        expect(signature).toHaveLength(65);
        expect([0, 1]).toContain(signature[64]);
        expect(BigInt(`0x${hex(signature.subarray(32, 64))}`)).toBeLessThanOrEqual(halfOrder);
        expect(await recoverPublicKey({ hash: digest, signature })).toBe(publicKey);
        const theirs = hexToBytes(await peer.sign({ hash: `0x${hex(digest)}` }));
        expect(hex(signature.subarray(0, 64))).toBe(hex(theirs.subarray(0, 64)));
        expect((signature[64] ?? 0) + 27).toBe(theirs[64]);
      }),
      { numRuns: 40 },
    );
  });

  // Byte for byte: a transaction that is signed again, by any version of Florin, has the same id.
  test("secp256k1 signatures of any key and digest are those of @noble/curves", async () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
    const aboveTheOrder = new Uint8Array(32).fill(255);
    const digests = fc.oneof(bytes(32), fc.constantFrom(new Uint8Array(32), aboveTheOrder));
    await fc.assert(
      fc.asyncProperty(bytes(64), fc.nat(), digests, async (seed, index, digest) => {
        const { privateKey } = Bip32Key.fromMasterSeed(seed).derive(`m/44'/60'/0'/0/${index}`);
        const options = { prehash: false, lowS: true, format: "recovered" } as const;
        const [recovery = 0, ...rest] = secp256k1.sign(digest, privateKey ?? new Uint8Array(), options);
        const signer = createKeystoreSigner({ seed, family: "evm" });
        const signature = await signer.sign({ role: "custody", index }, digest);
        expect(hex(signature)).toBe(hex(Uint8Array.of(...rest, recovery)));
      }),
      { numRuns: sizeOf("SIGNATURES", { usual: 100, long: 5_000 }) },
    );
  });

  test("secp256k1 signs only 32-byte digests", async () => {
    const signer = createKeystoreSigner({ seed: knownSeed, family: "evm" });
    await expect(signer.sign({ role: "gas", index: 0 }, new Uint8Array(31))).rejects.toThrow("32 bytes");
  });

  test.each(["solana", "stellar"] as const)("ed25519 signs a message of any length on %s", async (family) => {
    const signer = createKeystoreSigner({ seed: knownSeed, family });
    const key = { role: "gas", index: 1 } as const;
    const publicKey = ed25519Key(await signer.publicKey(key));
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (message) => {
        const signature = await signer.sign(key, message);
        expect(signature).toHaveLength(64);
        expect(verify(null, message, publicKey, signature)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

describe("the keystore", () => {
  test.each(chainFamilies)("of %s derives an evicted key again", async (family) => {
    const small = createKeystoreSigner({ seed: knownSeed, family, maxCachedKeys: 2 });
    const large = createKeystoreSigner({ seed: knownSeed, family });
    const payload = randomBytes(32);
    for (const index of [0, 1, 2, 3, 0, 1, 0, 3, 2]) {
      const key = { role: "custody", index } as const;
      expect(hex(await small.sign(key, payload))).toBe(hex(await large.sign(key, payload)));
      expect(hex(await small.publicKey(key))).toBe(hex(await large.publicKey(key)));
    }
  });

  test.each(chainFamilies)(
    "of %s signs correctly for concurrent callers with a too small cache",
    async (family) => {
      const small = createKeystoreSigner({ seed: knownSeed, family, maxCachedKeys: 1 });
      const large = createKeystoreSigner({ seed: knownSeed, family });
      const payload = randomBytes(32);
      const signAll = (signer: typeof small) =>
        Promise.all(
          Array.from({ length: 30 }, (_, i) => signer.sign({ role: "custody", index: i % 4 }, payload)),
        );
      expect((await signAll(small)).map(hex)).toEqual((await signAll(large)).map(hex));
    },
  );

  test("works after the caller wipes the seed, and returns copies", async () => {
    const seed = Uint8Array.from(knownSeed);
    const signer = createKeystoreSigner({ seed, family: "evm" });
    seed.fill(0);
    const first = await signer.publicKey({ role: "custody", index: 0 });
    first.fill(0);
    const again = await signer.publicKey({ role: "custody", index: 0 });
    expect(addressOfKey("evm", again)).toBe("0x9858EfFD232B4033E47d90003D41EC34EcaEda94");
  });

  test.each([-1, 0.5, 2 ** 31, Number.NaN])("refuses %d as an index", async (index) => {
    for (const family of chainFamilies) {
      const signer = createKeystoreSigner({ seed: knownSeed, family });
      await expect(signer.publicKey({ role: "custody", index })).rejects.toThrow("not a valid key index");
    }
  });

  test("exposes no secret when printed", () => {
    for (const family of chainFamilies) {
      const signer = createKeystoreSigner({ seed: knownSeed, family });
      expect(Object.values(signer).every((value) => typeof value === "function")).toBe(true);
      expect(JSON.stringify(signer)).toBe("{}");
    }
  });
});

// If this list changes, every existing key is lost: it is repeated here on purpose.
test("the key role numbers never change", () => {
  const inOrder: readonly KeyRole[] = [
    "custody",
    "deployer",
    "minter",
    "freezer",
    "gas",
    "channel",
    "issuer",
    "external_issuer",
  ];
  expect([...keyRoles]).toEqual(inOrder);
});

/** SLIP-10: chained HMAC-SHA-512, each step hardened. */
function ed25519Key(publicKey: Uint8Array) {
  const x = Buffer.from(publicKey).toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}
