import { SignJWT } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AuthEnvironment, openAuthEnvironment, testCause } from "../../test/auth.ts";
import type { Principal } from "../http/principal.ts";
import type { Refusal } from "../kernel/refusal.ts";
import type { Application } from "./application.ts";
import { createRevocationWatch } from "./revocation-watch.ts";
import { revokeApplication } from "./revoke-application.ts";
import { rotateSigningKey } from "./rotate-signing-key.ts";
import { createSigningKeySet, type SigningKeySet } from "./signing-key-set.ts";
import { issueToken } from "./token-issuer.ts";
import { createTokenVerifier } from "./token-verifier.ts";

const parties = { issuer: "https://auth.example.com", audience: "https://api.example.com" };

let env: AuthEnvironment;
let keys: SigningKeySet;
let application: Application;
let lookups = 0;
let verify: (token: string) => Promise<Principal | Refusal>;

beforeEach(async () => {
  env = await openAuthEnvironment();
  await rotate();
  const set = createSigningKeySet(env);
  lookups = 0;
  keys = {
    ...set,
    find: (kid) => {
      lookups += 1;
      return set.find(kid);
    },
  };
  const revocations = createRevocationWatch(env);
  const verifyToken = createTokenVerifier({
    keys,
    revocations,
    clock: env.clock,
    parties,
    claimProof: async () => true,
    recordRefusedAddress: async () => {},
  });
  const use = { scheme: "Bearer", proof: undefined, method: "GET", path: "/", address: "192.0.2.1" } as const;
  verify = async (token) => verifyToken({ ...use, token });
  application = (await env.createApplication()).application;
});

afterEach(async () => {
  await env[Symbol.asyncDispose]();
});

const rotate = (options = {}) =>
  env.database.transaction((tx) => rotateSigningKey(env, tx, { ...options, cause: testCause }));
const issue = () =>
  issueToken({ ...env, keys, parties }, application, {
    scopes: application.scopes,
    jkt: undefined,
    credential: "key:2026-11",
  });
const refused = (detail: string) => ({ kind: "refusal", code: "unauthorized", detail });

test("a token identifies the caller", async () => {
  expect(await verify(await issue())).toEqual({
    caller: { type: "application", id: application.id },
    accountId: application.accountId,
    tenantId: application.tenantId,
    network: "testnet",
    scopes: new Set(["accounts:read", "transfers:write"]),
  });
});

test("the signature of a cached token is checked once", async () => {
  const token = await issue();
  for (let use = 0; use < 5; use += 1) await verify(token);
  expect(lookups).toBe(1);
});

test("a token expires after an hour, even if cached", async () => {
  const token = await issue();
  env.clock.advance(3_599_999);
  expect(await verify(token)).toMatchObject({ caller: { id: application.id } });
  env.clock.advance(1);
  expect(await verify(token)).toEqual(refused("the access token has expired"));
  expect(await verify(token)).toEqual(refused("the access token has expired"));
});

test("a cached token of a revoked application is refused within five seconds", async () => {
  const token = await issue();
  await verify(token);
  const key = { tenantId: application.tenantId, applicationId: application.id, cause: testCause };
  await env.database.transaction((tx) => revokeApplication(env, tx, key));
  env.clock.advance(5_000);
  expect(await verify(token)).toEqual(refused("the access token has been revoked"));
});

test("tokens remain valid until they expire after their signing key is rotated", async () => {
  const token = await issue();
  await rotate();
  await keys.refresh();
  env.clock.advance(60_000);
  const later = await issue();
  const kidOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split(".")[0] ?? "", "base64url").toString()).kid;
  expect(kidOf(later)).not.toBe(kidOf(token));
  expect(await verify(token)).toMatchObject({ caller: { id: application.id } });
  expect(await verify(later)).toMatchObject({ caller: { id: application.id } });
});

test("a cached token of a leaked key is refused as soon as the key is removed", async () => {
  const token = await issue();
  await verify(token);
  await rotate({ isEmergency: true });
  await keys.refresh();
  expect(await verify(token)).toEqual(refused("the access token is not valid"));
});

test("a token signed by another key, tampered with, or of another type is refused", async () => {
  const token = await issue();
  const [header = "", payload = "", signature = ""] = token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const { kid, privateKey } = await keys.signing();
  const sign = (typ: string, change: object = {}) =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: "EdDSA", typ, kid }).sign(privateKey);
  const forgeries = [
    "",
    "a.b.c",
    `${header}.${payload}`,
    `${header}.${encode({ ...claims, network: "mainnet" })}.${signature}`,
    `${encode({ alg: "none", typ: "at+jwt", kid })}.${payload}.`,
    `${encode({ alg: "HS256", typ: "at+jwt", kid })}.${payload}.${signature}`,
    await sign("JWT"),
    await sign("at+jwt", { aud: "https://elsewhere.example" }),
    await sign("at+jwt", { iss: "https://elsewhere.example" }),
  ];
  for (const forgery of forgeries)
    expect(await verify(forgery)).toEqual(refused("the access token is not valid"));
  expect(await verify(await sign("at+jwt"))).toMatchObject({ caller: { id: application.id } });
});
