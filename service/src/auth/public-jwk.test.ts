import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint } from "jose";
import { expect, test } from "vitest";
import { isRefusal } from "../kernel/refusal.ts";
import { algorithmsOf, readPublicJwk } from "./public-jwk.ts";

const ed25519 = generateKeyPairSync("ed25519");
const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });

function jwkOf(key: KeyObject): Record<string, unknown> {
  return { ...key.export({ format: "jwk" }) };
}

test.each([
  ["Ed25519", ed25519.publicKey, ["EdDSA"]],
  ["P-256", p256.publicKey, ["ES256"]],
  ["RSA of 2048 bits", rsa.publicKey, ["RS256", "PS256"]],
])("a public key of kind %s is accepted, with its thumbprint as kid", async (_kind, key, algorithms) => {
  const jwk = await readPublicJwk(jwkOf(key));
  if (isRefusal(jwk)) throw new Error(jwk.detail);
  expect(jwk.kid).toBe(await calculateJwkThumbprint(jwkOf(key)));
  expect(algorithmsOf(jwk)).toEqual(algorithms);
});

test("a key keeps its kid and algorithm; other members are discarded", async () => {
  const sent = {
    ...jwkOf(rsa.publicKey),
    kid: "2026-11",
    alg: "PS256",
    use: "sig",
    x5u: "https://example.com",
    note: "hi",
  };
  const jwk = await readPublicJwk(sent);
  expect(Object.keys(jwk).sort()).toEqual(["alg", "e", "kid", "kty", "n"]);
  expect(jwk).toMatchObject({ kid: "2026-11", alg: "PS256" });
});

test("a private key of any kind is refused, without echoing it", async () => {
  for (const { privateKey } of [ed25519, p256, rsa]) {
    const refusal = await readPublicJwk(jwkOf(privateKey));
    expect(isRefusal(refusal) && refusal.detail).toContain("belongs to a private key");
    expect(JSON.stringify(refusal)).not.toContain(String(jwkOf(privateKey)["d"]));
  }
});

const { publicKey: smallKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
const { publicKey: weakKey } = generateKeyPairSync("rsa", { modulusLength: 2048, publicExponent: 3 });
const { publicKey: p384Key } = generateKeyPairSync("ec", { namedCurve: "P-384" });

test.each([
  ["nothing", undefined],
  ["a list", []],
  ["a symmetric key", { kty: "oct", k: "c2VjcmV0" }],
  ["a key on another curve", jwkOf(p384Key)],
  ["an RSA key of 1024 bits", jwkOf(smallKey)],
  ["an RSA key with a small exponent", jwkOf(weakKey)],
  ["a point that is not on the curve", { ...jwkOf(p256.publicKey), y: jwkOf(p256.publicKey)["x"] }],
  ["a member of the wrong type", { ...jwkOf(ed25519.publicKey), x: 7 }],
  ["an encryption key", { ...jwkOf(ed25519.publicKey), use: "enc" }],
  ["an algorithm for another key type", { ...jwkOf(ed25519.publicKey), alg: "RS256" }],
  ["a symmetric algorithm", { ...jwkOf(rsa.publicKey), alg: "HS256" }],
  ["an empty kid", { ...jwkOf(ed25519.publicKey), kid: "" }],
  ["a kid that is not a string", { ...jwkOf(ed25519.publicKey), kid: 1 }],
])("%s is refused", async (_name, value) => {
  expect(await readPublicJwk(value)).toMatchObject({ kind: "refusal", code: "validation_failed" });
});
