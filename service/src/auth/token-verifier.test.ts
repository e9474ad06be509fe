import { SignJWT } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AuthWorld, openAuthWorld, testCause } from "../../test/auth.ts";
import type { VerifyToken } from "../http/principal.ts";
import type { Application } from "./application.ts";
import { createRevocationWatch } from "./revocation-watch.ts";
import { revokeApplication } from "./revoke-application.ts";
import { rotateSigningKey } from "./rotate-signing-key.ts";
import { createSigningKeySet, type SigningKeySet } from "./signing-key-set.ts";
import { issueToken } from "./token-issuer.ts";
import { createTokenVerifier } from "./token-verifier.ts";

const parties = { issuer: "https://auth.example.com", audience: "https://api.example.com" };

let world: AuthWorld;
let keys: SigningKeySet;
let application: Application;
let lookups = 0;
let verify: VerifyToken;

beforeEach(async () => {
  world = await openAuthWorld();
  await rotate();
  const set = createSigningKeySet(world);
  lookups = 0;
  keys = {
    ...set,
    find: (kid) => {
      lookups += 1;
      return set.find(kid);
    },
  };
  const revocations = createRevocationWatch(world);
  verify = createTokenVerifier({ keys, revocations, clock: world.clock, parties });
  application = (await world.createApplication()).application;
});

afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

const rotate = (options = {}) =>
  world.database.transaction((tx) => rotateSigningKey(world, tx, { ...options, cause: testCause }));
const issue = () => issueToken({ ...world, keys, parties }, application, application.scopes);
const refused = (detail: string) => ({ kind: "refusal", code: "unauthorized", detail });

test("a token says who is asking", async () => {
  expect(await verify(await issue())).toEqual({
    caller: { type: "application", id: application.id },
    accountId: application.accountId,
    tenantId: application.tenantId,
    network: "testnet",
    scopes: new Set(["accounts:read", "transfers:write"]),
  });
});

test("the signature of a hot token is checked once", async () => {
  const token = await issue();
  for (let use = 0; use < 5; use += 1) await verify(token);
  expect(lookups).toBe(1);
});

test("a token ends after an hour, also when it is hot", async () => {
  const token = await issue();
  world.clock.advance(3_599_999);
  expect(await verify(token)).toMatchObject({ caller: { id: application.id } });
  world.clock.advance(1);
  expect(await verify(token)).toEqual(refused("the access token has expired"));
  expect(await verify(token)).toEqual(refused("the access token has expired"));
});

test("a hot token of a revoked application is refused within five seconds", async () => {
  const token = await issue();
  await verify(token);
  const key = { tenantId: application.tenantId, applicationId: application.id, cause: testCause };
  await world.database.transaction((tx) => revokeApplication(world, tx, key));
  world.clock.advance(5_000);
  expect(await verify(token)).toEqual(refused("the access token has been revoked"));
});

test("tokens outlive the rotation of the key that signed them, until they expire", async () => {
  const token = await issue();
  await rotate();
  await keys.refresh();
  world.clock.advance(60_000);
  const later = await issue();
  const kidOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split(".")[0] ?? "", "base64url").toString()).kid;
  expect(kidOf(later)).not.toBe(kidOf(token));
  expect(await verify(token)).toMatchObject({ caller: { id: application.id } });
  expect(await verify(later)).toMatchObject({ caller: { id: application.id } });
});

test("a hot token of a key that has leaked is refused as soon as the key is gone", async () => {
  const token = await issue();
  await verify(token);
  await rotate({ isEmergency: true });
  await keys.refresh();
  expect(await verify(token)).toEqual(refused("the access token is not valid"));
});

test("a token that another key signed, that was changed, or that is something else, is refused", async () => {
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
