import { createPublicKey, randomBytes, verify } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToHex, recoverPublicKey } from "viem";
import { expect, test } from "vitest";
import type { KeyRef, Signer } from "../src/chains/signer.ts";

const key: KeyRef = { role: "minter", index: 0 };
const signatures = 12;

/** What every signer on EVM chains keeps. */
export function evmSignerSuite(open: () => Promise<Signer>): void {
  test("signatures are recoverable to the same public key, with the lower s", async () => {
    const signer = await open();
    const publicKey = await signer.publicKey(key);
    expect([publicKey.length, publicKey[0]]).toEqual([65, 4]);
    for (let count = 0; count < signatures; count += 1) {
      const digest = randomBytes(32);
      const signature = await signer.sign(key, digest);
      expect(signature).toHaveLength(65);
      expect(secp256k1.Signature.fromBytes(signature.subarray(0, 64), "compact").hasHighS()).toBe(false);
      expect(await recoverPublicKey({ hash: bytesToHex(digest), signature })).toBe(bytesToHex(publicKey));
    }
  });

  test("only digests of 32 bytes are signed, and roles have separate keys", async () => {
    const signer = await open();
    await expect(signer.sign(key, new Uint8Array(31))).rejects.toThrow("32 bytes");
    expect(await signer.publicKey({ role: "custody", index: 0 })).not.toEqual(await signer.publicKey(key));
  });
}

/** The same on Solana and Stellar. */
export function ed25519SignerSuite(open: () => Promise<Signer>): void {
  test("signatures of messages of any length are valid under the public key", async () => {
    const signer = await open();
    const x = Buffer.from(await signer.publicKey(key)).toString("base64url");
    const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    for (const length of [1, 32, 33, 1_232]) {
      const message = randomBytes(length);
      const signature = await signer.sign(key, message);
      expect(signature).toHaveLength(64);
      expect(verify(null, message, publicKey, signature)).toBe(true);
    }
  });
}
