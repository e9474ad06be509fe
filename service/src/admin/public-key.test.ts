import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { readPublicKey } from "./public-key.ts";

test("PEM and JWK lead to the same key", () => {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = publicKey.export({ format: "jwk" });
  expect(readPublicKey(publicKey.export({ type: "spki", format: "pem" }).toString())).toEqual(jwk);
  expect(readPublicKey(JSON.stringify(jwk))).toEqual(jwk);
});

test("the public half is never taken out of a private key", () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const keys = [
    privateKey.export({ type: "pkcs8", format: "pem" }),
    privateKey.export({ type: "pkcs1", format: "pem" }),
    privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "secret" }),
  ];
  for (const key of keys) expect(() => readPublicKey(key.toString())).toThrow("holds a private key");
});

test("a kind of key that has no JWK is refused like any other that cannot be read", () => {
  const { publicKey } = generateKeyPairSync("rsa-pss", { modulusLength: 2048 });
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  expect(() => readPublicKey(pem)).toThrow("no public key that can be read");
});
