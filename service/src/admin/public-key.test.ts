import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { readPublicKey } from "./public-key.ts";

test("PEM and JWK parse to the same key", () => {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = publicKey.export({ format: "jwk" });
  expect(readPublicKey(publicKey.export({ type: "spki", format: "pem" }).toString())).toEqual(jwk);
  expect(readPublicKey(JSON.stringify(jwk))).toEqual(jwk);
});

test("a public key is never extracted from a private key", () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const keys = [
    privateKey.export({ type: "pkcs8", format: "pem" }),
    privateKey.export({ type: "pkcs1", format: "pem" }),
    privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" }),
  ];
  for (const key of keys) expect(() => readPublicKey(key.toString())).toThrow("contains a private key");
});

test("a key type without a JWK representation is rejected like any unreadable key", () => {
  const { publicKey } = generateKeyPairSync("rsa-pss", { modulusLength: 2048 });
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  expect(() => readPublicKey(pem)).toThrow("no supported public key");
});
