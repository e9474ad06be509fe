import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { testStart } from "../../test/auth.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { checkAssertionClaims, readAssertion, verifyAssertionSignature } from "./client-assertion.ts";
import { type PublicJwk, readPublicJwk } from "./public-jwk.ts";

const clientId = "01JD7Q2M8W3T5V6X9YZABCDEFG";
const issuer = "https://auth.example.com";
const expected = { clientId, audiences: [issuer, `${issuer}/oauth2/token`] };
const nowSeconds = testStart / 1000;
const good = { iss: clientId, sub: clientId, aud: issuer, jti: "one", exp: nowSeconds + 60 };

function check(claims: Record<string, unknown>) {
  return checkAssertionClaims(claims, expected, testStart);
}

test("a valid assertion is accepted and remembered until its expiry plus clock skew", () => {
  expect(check(good)).toEqual({ jti: "one", usableUntil: testStart + 90_000 });
  expect(check({ ...good, aud: ["https://elsewhere.example", `${issuer}/oauth2/token`] })).toMatchObject({
    jti: "one",
  });
  expect(check({ ...good, iat: nowSeconds - 60, nbf: nowSeconds - 60.5 })).toMatchObject({ jti: "one" });
});

test.each([
  ["no issuer", { iss: undefined }],
  ["another issuer", { iss: "01JD7Q2M8W3T5V6X9YZABCDEFH" }],
  ["another subject", { sub: "01JD7Q2M8W3T5V6X9YZABCDEFH" }],
  ["no audience", { aud: undefined }],
  ["another audience", { aud: "https://elsewhere.example" }],
  ["an audience that only starts with ours", { aud: `${issuer}/` }],
  ["no jti", { jti: undefined }],
  ["an empty jti", { jti: "" }],
  ["a jti that cannot be stored", { jti: "a\u0000b" }],
  ["an overlong jti", { jti: "x".repeat(256) }],
  ["no expiry", { exp: undefined }],
  ["an expiry that is text", { exp: "soon" }],
  ["an expiry out of range", { exp: 1e300 }],
  ["an expiry too far ahead", { exp: nowSeconds + 331 }],
  ["an expiry in the past", { exp: nowSeconds - 30 }],
  ["an issue time in the future", { iat: nowSeconds + 31 }],
  ["an issue time that is text", { iat: "now" }],
  ["a not-before time in the future", { nbf: nowSeconds + 31 }],
])("%s is refused", (_name, change) => {
  expect(check({ ...good, ...change })).toBeTypeOf("string");
});

test("whatever the claims, an accepted assertion expires within five minutes plus clock skew", () => {
  const claim = fc.oneof(fc.constant(clientId), fc.constant(issuer), fc.jsonValue());
  const time = fc.oneof(
    fc.double(),
    fc.integer({ min: nowSeconds - 400, max: nowSeconds + 400 }),
    fc.constant(undefined),
  );
  fc.assert(
    fc.property(
      fc.record({ iss: claim, sub: claim, aud: claim, jti: fc.string(), exp: time, iat: time, nbf: time }),
      (claims) => {
        const outcome = check(claims);
        if (typeof outcome === "string") return;
        expect(outcome.usableUntil - testStart).toBeGreaterThan(0);
        expect(outcome.usableUntil - testStart).toBeLessThanOrEqual(360_000);
      },
    ),
  );
});

const pairs = {
  EdDSA: generateKeyPairSync("ed25519"),
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  RS256: generateKeyPairSync("rsa", { modulusLength: 2048 }),
  PS256: generateKeyPairSync("rsa", { modulusLength: 2048 }),
};
type Algorithm = keyof typeof pairs;

async function publicJwk(algorithm: Algorithm): Promise<PublicJwk> {
  const jwk = await readPublicJwk({
    ...pairs[algorithm].publicKey.export({ format: "jwk" }),
    kid: algorithm,
  });
  if (isRefusal(jwk)) throw new Error(jwk.detail);
  return jwk;
}

function sign(algorithm: Algorithm, header: { kid?: string } = {}): Promise<string> {
  return new SignJWT(good)
    .setProtectedHeader({ alg: algorithm, ...header })
    .sign(pairs[algorithm].privateKey);
}

async function verify(assertion: string, keys: readonly PublicJwk[]) {
  const unverified = readAssertion(assertion);
  return unverified === undefined ? undefined : verifyAssertionSignature(assertion, unverified, keys);
}

test.each(["EdDSA", "ES256", "RS256", "PS256"] as const)(
  "an assertion signed with %s is verified",
  async (algorithm) => {
    const keys = await Promise.all((["EdDSA", "ES256", "RS256", "PS256"] as const).map(publicJwk));
    expect(await verify(await sign(algorithm), keys)).toMatchObject({ claims: good });
    expect(await verify(await sign(algorithm, { kid: algorithm }), keys)).toMatchObject({ claims: good });
  },
);

test("a signature by another key, or by a key other than the named one, is refused", async () => {
  const assertion = await sign("EdDSA");
  expect(await verify(assertion, [await publicJwk("ES256"), await publicJwk("RS256")])).toBeUndefined();
  expect(await verify(await sign("RS256"), [await publicJwk("PS256")])).toBeUndefined();
  expect(await verify(await sign("EdDSA", { kid: "other" }), [await publicJwk("EdDSA")])).toBeUndefined();
  expect(await verify(`${assertion.slice(0, -4)}AAAA`, [await publicJwk("EdDSA")])).toBeUndefined();
});

test("a key with an algorithm is not used with another algorithm", async () => {
  const key = { ...(await publicJwk("RS256")), alg: "PS256" } as const;
  expect(await verify(await sign("RS256"), [key])).toBeUndefined();
});

test("an unsigned or symmetrically signed assertion, or other text, is refused", async () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const symmetric = await new SignJWT(good).setProtectedHeader({ alg: "HS256" }).sign(Buffer.alloc(32));
  for (const text of [
    "",
    "a.b.c",
    `${encode({ alg: "none" })}.${encode(good)}.`,
    symmetric,
    "x".repeat(9000),
  ]) {
    expect(readAssertion(text)).toBeUndefined();
  }
});
