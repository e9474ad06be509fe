import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type AuthEnvironment, openAuthEnvironment, testCause } from "../../test/auth.ts";
import { rewrapTable } from "../../test/rewrap-table.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { selectSigningKeys } from "./keys-store.ts";
import { rotateSigningKey, rotateSigningKeyIfDue } from "./rotate-signing-key.ts";
import { loadOrCreateServiceKey } from "./service-keys.ts";
import { createSigningKeySet } from "./signing-key-set.ts";
import { serviceKeys, signingKeys } from "./tables.ts";

const dayMs = 24 * 3600_000;
const cause = testCause;

const rotate = (env: AuthEnvironment, options = {}) =>
  env.database.transaction((tx) => rotateSigningKey(env, tx, { ...options, cause }));

const rotateIfDue = (env: AuthEnvironment, maxAgeMs: number) =>
  env.database.transaction((tx) => rotateSigningKeyIfDue(env, tx, { maxAgeMs, cause }));

test("nodes that start concurrently share one service key, and it does not change", async () => {
  await using env = await openAuthEnvironment();
  const load = () => loadOrCreateServiceKey(env.database, env.keyRing, "cursor-signing");
  const keys = await Promise.all(Array.from({ length: 8 }, load));
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
  expect(await load()).toEqual(keys[0]);
  expect(keys[0]).toHaveLength(32);
  expect(await loadOrCreateServiceKey(env.database, env.keyRing, "application-secret-pepper")).not.toEqual(
    keys[0],
  );
});

test("nodes that start concurrently create one first signing key, which signs immediately", async () => {
  await using env = await openAuthEnvironment();
  const made = await Promise.all(Array.from({ length: 5 }, () => rotateIfDue(env, Number.POSITIVE_INFINITY)));
  const keys = await selectSigningKeys(env.database, env.clock.now());
  expect(keys.map(({ kid }) => kid)).toEqual(made.flatMap((key) => key?.kid ?? []));
  expect(keys).toMatchObject([{ signsFrom: env.clock.now(), retiresAt: undefined }]);
});

test("a key is rotated once when it is old enough, also by concurrent callers", async () => {
  await using env = await openAuthEnvironment();
  await rotate(env);
  env.clock.advance(30 * dayMs - 1);
  expect(await rotateIfDue(env, 30 * dayMs)).toBeUndefined();
  env.clock.advance(1);
  const made = await Promise.all([rotateIfDue(env, 30 * dayMs), rotateIfDue(env, 30 * dayMs)]);
  expect(made.filter((key) => key !== undefined)).toHaveLength(1);
});

test("a new key is published first, signs a minute later, and the old one is kept for its last tokens", async () => {
  await using env = await openAuthEnvironment();
  const set = createSigningKeySet(env);
  const old = await rotate(env);
  const next = await rotate(env);
  await set.refresh();
  expect((await set.published()).map((jwk) => jwk.kid)).toEqual([old.kid, next.kid]);
  expect((await set.signing()).kid).toBe(old.kid);
  env.clock.advance(60_000);
  expect((await set.signing()).kid).toBe(next.kid);
  env.clock.advance(3600_000 + 5 * 60_000 - 1);
  expect(set.has(old.kid)).toBe(true);
  env.clock.advance(1);
  expect(set.has(old.kid)).toBe(false);
  expect((await set.published()).map((jwk) => jwk.kid)).toEqual([next.kid]);
});

test("while there is no key, such as during a recovery, no token is signed, and the client tries again", async () => {
  await using env = await openAuthEnvironment();
  const set = createSigningKeySet(env);
  await expect(set.signing()).rejects.toMatchObject({ refusal: { code: "dependency_unavailable" } });
  const key = await rotate(env);
  await set.refresh();
  expect((await set.signing()).kid).toBe(key.kid);
});

test("in an emergency the old keys retire immediately and the new one signs immediately", async () => {
  await using env = await openAuthEnvironment();
  const set = createSigningKeySet(env);
  const leaked = await rotate(env);
  await set.refresh();
  const fresh = await rotate(env, { isEmergency: true });
  await set.refresh();
  expect(set.has(leaked.kid)).toBe(false);
  expect((await set.signing()).kid).toBe(fresh.kid);
});

test("a key just created by another node is found by its kid, but unknown kids are rate limited", async () => {
  await using env = await openAuthEnvironment();
  const queries: string[] = [];
  const set = createSigningKeySet({
    ...env,
    database: {
      ...env.database,
      rows: (statement, values) => {
        queries.push(statement.name);
        return env.database.rows(statement, values);
      },
    },
  });
  const key = await rotate(env);
  expect((await set.find(key.kid))?.kid).toBe(key.kid);
  for (let guess = 0; guess < 10; guess += 1) expect(await set.find(`invented ${guess}`)).toBeUndefined();
  expect(queries).toHaveLength(1);
  env.clock.advance(5_000);
  await set.find("invented again");
  expect(queries).toHaveLength(2);
});

test("the private part of a signing key is not published", async () => {
  await using env = await openAuthEnvironment();
  const { kid } = await rotate(env);
  const [jwk] = await createSigningKeySet(env).published();
  expect(jwk).toEqual({ kty: "OKP", crv: "Ed25519", x: expect.any(String), kid, alg: "EdDSA", use: "sig" });
});

test("keys loaded more than half a minute ago are reloaded before signing", async () => {
  await using env = await openAuthEnvironment();
  const set = createSigningKeySet(env);
  await rotate(env);
  await set.signing();
  const emergency = await rotate(env, { isEmergency: true });
  env.clock.advance(30_001);
  expect((await set.signing()).kid).toBe(emergency.kid);
});

test("after a rewrap the stored keys open with the new master key alone; repeating it changes nothing", async () => {
  await using env = await openAuthEnvironment();
  const [oldMaster, newMaster] = [randomBytes(32), randomBytes(32)];
  const before = { ...env, keyRing: createKeyRing(oldMaster) };
  const pepper = await loadOrCreateServiceKey(env.database, before.keyRing, "application-secret-pepper");
  const key = await env.database.transaction((tx) => rotateSigningKey(before, tx, { cause }));
  const both = { ...env, keyRing: createKeyRing(newMaster, [oldMaster]) };
  for (const table of [signingKeys, serviceKeys]) {
    expect(await rewrapTable(both, table)).toBe(1);
    expect(await rewrapTable(both, table)).toBe(0);
  }
  const after = { ...env, keyRing: createKeyRing(newMaster) };
  expect(await loadOrCreateServiceKey(env.database, after.keyRing, "application-secret-pepper")).toEqual(
    pepper,
  );
  expect((await createSigningKeySet(after).signing()).kid).toBe(key.kid);
});
