import { CompactSign, calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { expect, test } from "vitest";
import { instantFromMs } from "../kernel/instant.ts";
import { digestOf, verifyDpopProof } from "./dpop.ts";

const now = instantFromMs(1_795_000_000_000);
const url = "https://api.example.com/accounts";
const accessToken = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU";
const expected = { method: "GET", url, now, accessToken };
const keyPair = await generateKeyPair("ES256", { extractable: true });
const jwk = await exportJWK(keyPair.publicKey);
const goodClaims = {
  jti: "e1j3V_bKic8-LAEB",
  htm: "GET",
  htu: url,
  iat: now / 1000,
  ath: digestOf(accessToken),
};

type Claims = Readonly<Record<string, unknown>>;

/** Also with claims that no JWT can have, which a library for JWTs would not sign. */
const proofOf = (claims: Claims = {}, header: object = {}) =>
  new CompactSign(Buffer.from(JSON.stringify({ ...goodClaims, ...claims })))
    .setProtectedHeader({ typ: "dpop+jwt", alg: "ES256", jwk, ...header })
    .sign(keyPair.privateKey);

test("a proof names its key, and is used once until it has expired", async () => {
  const proof = await verifyDpopProof(await proofOf(), expected);
  expect(proof).toEqual({
    jkt: await calculateJwkThumbprint(jwk),
    jti: goodClaims.jti,
    usableUntil: now + 120_000,
  });
});

test("hashes are those of the examples in RFC 9449", async () => {
  expect(digestOf(accessToken)).toBe("fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo");
  const key = {
    kty: "EC",
    crv: "P-256",
    x: "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
    y: "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA",
  };
  expect(await calculateJwkThumbprint(key)).toBe("0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I");
});

test("the URL is compared without query, fragment and default port", async () => {
  for (const htu of [`${url}?page=2`, `${url}#top`, "https://API.example.com:443/accounts"]) {
    expect(await verifyDpopProof(await proofOf({ htu }), expected)).toMatchObject({ jti: goodClaims.jti });
  }
});

test("a proof of another request, time, token or kind is not valid", async () => {
  const claims: readonly Claims[] = [
    { htm: "POST" },
    { htm: "get" },
    { htu: "https://api.example.com/accounts/" },
    { htu: "http://api.example.com/accounts" },
    { htu: "nonsense" },
    { iat: now / 1000 - 61 },
    { iat: now / 1000 + 61 },
    { iat: String(goodClaims.iat) },
    { iat: null },
    { iat: 1e300 },
    { ath: digestOf("another") },
    { jti: "" },
    { jti: "x".repeat(256) },
  ];
  for (const each of claims)
    expect(await verifyDpopProof(await proofOf(each), expected)).toBeTypeOf("string");
  for (const missing of ["htm", "htu", "iat", "ath", "jti"]) {
    const proof = await proofOf({ [missing]: undefined });
    expect(await verifyDpopProof(proof, expected)).toBeTypeOf("string");
  }
  const other = await exportJWK((await generateKeyPair("ES256", { extractable: true })).publicKey);
  const headers = [
    { typ: "JWT" },
    { jwk: undefined },
    { jwk: other },
    { jwk: await exportJWK(keyPair.privateKey) },
    { jwk: { kty: "oct", k: "c2VjcmV0" } },
  ];
  for (const each of headers) {
    expect(await verifyDpopProof(await proofOf({}, each), expected)).toBeTypeOf("string");
  }
  for (const text of ["", "nonsense", "a.b.c", "x".repeat(5_000)]) {
    expect(await verifyDpopProof(text, expected)).toBeTypeOf("string");
  }
});

test("a symmetric or missing signature is not valid", async () => {
  const [, payload = "", signature = ""] = (await proofOf()).split(".");
  for (const alg of ["none", "HS256"]) {
    const header = Buffer.from(JSON.stringify({ typ: "dpop+jwt", alg, jwk })).toString("base64url");
    expect(
      await verifyDpopProof(`${header}.${payload}.${alg === "none" ? "" : signature}`, expected),
    ).toBeTypeOf("string");
  }
});
