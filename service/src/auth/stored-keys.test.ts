import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type AuthWorld, openAuthWorld, testCause } from "../../test/auth.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { selectSigningKeys } from "./keys-store.ts";
import { resealStoredKeys } from "./reseal-stored-keys.ts";
import { rotateSigningKey, rotateSigningKeyIfDue } from "./rotate-signing-key.ts";
import { loadOrCreateServiceKey } from "./service-keys.ts";
import { createSigningKeySet } from "./signing-key-set.ts";

const dayMs = 24 * 3600_000;
const cause = testCause;

const rotate = (world: AuthWorld, options = {}) =>
  world.database.transaction((tx) => rotateSigningKey(world, tx, { ...options, cause }));

const rotateIfDue = (world: AuthWorld, maxAgeMs: number) =>
  world.database.transaction((tx) => rotateSigningKeyIfDue(world, tx, { maxAgeMs, cause }));

test("nodes that start at once get one and the same service key, and it stays", async () => {
  await using world = await openAuthWorld();
  const load = () => loadOrCreateServiceKey(world.database, world.keyRing, "cursor-signing");
  const keys = await Promise.all(Array.from({ length: 8 }, load));
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
  expect(await load()).toEqual(keys[0]);
  expect(keys[0]).toHaveLength(32);
  expect(
    await loadOrCreateServiceKey(world.database, world.keyRing, "application-secret-pepper"),
  ).not.toEqual(keys[0]);
});

test("nodes that start at once make one first signing key, which signs at once", async () => {
  await using world = await openAuthWorld();
  const made = await Promise.all(
    Array.from({ length: 5 }, () => rotateIfDue(world, Number.POSITIVE_INFINITY)),
  );
  const keys = await selectSigningKeys(world.database, world.clock.now());
  expect(keys.map(({ kid }) => kid)).toEqual(made.flatMap((key) => key?.kid ?? []));
  expect(keys).toMatchObject([{ signsFrom: world.clock.now(), retiresAt: undefined }]);
});

test("a key is rotated when it is old enough, once, whoever asks", async () => {
  await using world = await openAuthWorld();
  await rotate(world);
  world.clock.advance(30 * dayMs - 1);
  expect(await rotateIfDue(world, 30 * dayMs)).toBeUndefined();
  world.clock.advance(1);
  const made = await Promise.all([rotateIfDue(world, 30 * dayMs), rotateIfDue(world, 30 * dayMs)]);
  expect(made.filter((key) => key !== undefined)).toHaveLength(1);
});

test("a new key is published first, signs a minute later, and the old one stays for its last tokens", async () => {
  await using world = await openAuthWorld();
  const set = createSigningKeySet(world);
  const old = await rotate(world);
  const next = await rotate(world);
  await set.refresh();
  expect((await set.published()).map((jwk) => jwk.kid)).toEqual([old.kid, next.kid]);
  expect((await set.signing()).kid).toBe(old.kid);
  world.clock.advance(60_000);
  expect((await set.signing()).kid).toBe(next.kid);
  world.clock.advance(3600_000 + 5 * 60_000 - 1);
  expect(set.has(old.kid)).toBe(true);
  world.clock.advance(1);
  expect(set.has(old.kid)).toBe(false);
  expect((await set.published()).map((jwk) => jwk.kid)).toEqual([next.kid]);
});

test("in an emergency the old keys end at once and the new one signs at once", async () => {
  await using world = await openAuthWorld();
  const set = createSigningKeySet(world);
  const leaked = await rotate(world);
  await set.refresh();
  const fresh = await rotate(world, { isEmergency: true });
  await set.refresh();
  expect(set.has(leaked.kid)).toBe(false);
  expect((await set.signing()).kid).toBe(fresh.kid);
});

test("a key that another node has just made is found when a token names it, but invented names cost nothing", async () => {
  await using world = await openAuthWorld();
  const asked: string[] = [];
  const set = createSigningKeySet({
    ...world,
    database: {
      ...world.database,
      rows: (statement, values) => {
        asked.push(statement.name);
        return world.database.rows(statement, values);
      },
    },
  });
  const key = await rotate(world);
  expect((await set.find(key.kid))?.kid).toBe(key.kid);
  for (let guess = 0; guess < 10; guess += 1) expect(await set.find(`invented ${guess}`)).toBeUndefined();
  expect(asked).toHaveLength(1);
  world.clock.advance(5_000);
  await set.find("invented again");
  expect(asked).toHaveLength(2);
});

test("the private half of a published key is not published", async () => {
  await using world = await openAuthWorld();
  const { kid } = await rotate(world);
  const [jwk] = await createSigningKeySet(world).published();
  expect(jwk).toEqual({ kty: "OKP", crv: "Ed25519", x: expect.any(String), kid, alg: "EdDSA", use: "sig" });
});

test("a key that is not signing within half a minute of its last look is looked for again before it signs", async () => {
  await using world = await openAuthWorld();
  const set = createSigningKeySet(world);
  await rotate(world);
  await set.signing();
  const emergency = await rotate(world, { isEmergency: true });
  world.clock.advance(30_001);
  expect((await set.signing()).kid).toBe(emergency.kid);
});

test("after a re-seal the stored keys open with the new master key alone, and once is enough", async () => {
  await using world = await openAuthWorld();
  const [oldMaster, newMaster] = [randomBytes(32), randomBytes(32)];
  const before = { ...world, keyRing: createKeyRing(oldMaster) };
  const pepper = await loadOrCreateServiceKey(world.database, before.keyRing, "application-secret-pepper");
  const key = await world.database.transaction((tx) => rotateSigningKey(before, tx, { cause }));
  const both = { ...world, keyRing: createKeyRing(newMaster, [oldMaster]) };
  const reseal = () => world.database.transaction((tx) => resealStoredKeys(both, tx, { cause }));
  expect(await reseal()).toEqual({ signingKeys: 1, serviceKeys: 1 });
  expect(await reseal()).toEqual({ signingKeys: 0, serviceKeys: 0 });
  const after = { ...world, keyRing: createKeyRing(newMaster) };
  expect(await loadOrCreateServiceKey(world.database, after.keyRing, "application-secret-pepper")).toEqual(
    pepper,
  );
  expect((await createSigningKeySet(after).signing()).kid).toBe(key.kid);
});
