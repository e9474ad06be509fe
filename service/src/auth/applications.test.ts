import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthWorld, openAuthWorld, testCause } from "../../test/auth.ts";
import { statement } from "../db/statement.ts";
import { tenantOf } from "../kernel/id.ts";
import type { Application } from "./application.ts";
import { addApplicationKey, revokeApplicationKey } from "./application-keys.ts";
import { listApplications } from "./list-applications.ts";
import { revokeApplication } from "./revoke-application.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { digestSecret, matchesOneOf } from "./secrets.ts";
import { loadOrCreateServiceKey } from "./service-keys.ts";
import { selectClient, selectLiveKeys } from "./store.ts";

let world: AuthWorld;

beforeAll(async () => {
  world = await openAuthWorld();
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

function keyOf(application: Application) {
  return { tenantId: application.tenantId, applicationId: application.id, cause: testCause };
}

async function isAccepted(application: Application, secret: string): Promise<boolean> {
  const client = await selectClient(world.database, keyOf(application), world.clock.now());
  const pepper = await loadOrCreateServiceKey(world.database, world.keyRing, "application-secret-pepper");
  return matchesOneOf(client?.digests ?? [], digestSecret(pepper, secret));
}

const rotate = (application: Application, overlapSeconds: number) =>
  world.database.transaction((tx) => rotateSecret(world, tx, { ...keyOf(application), overlapSeconds }));

function refused(code: string) {
  return { refusal: { code } };
}

test("an application is listed with what it was made with, and its secret is nowhere in the database", async () => {
  const { application, clientSecret } = await world.createApplication({
    name: " Ledger ",
    scopes: ["events:read"],
  });
  const [newest] = await listApplications(world.database, {
    tenantId: world.account.tenantId,
    accountId: world.account.id,
  });
  expect(newest).toEqual(application);
  expect(application).toMatchObject({
    name: "Ledger",
    scopes: ["events:read"],
    network: "testnet",
    revokedAt: undefined,
  });
  const stored = await world.database.rows(
    statement(
      `SELECT row_to_json(a)::text || row_to_json(s)::text AS text FROM applications a, application_secrets s`,
    ),
  );
  expect(JSON.stringify(stored)).not.toContain(clientSecret.slice(-20));
  expect(await isAccepted(application, clientSecret)).toBe(true);
  expect(await isAccepted(application, `${clientSecret}x`)).toBe(false);
});

test("an application for an account that does not exist, or of another tenant, is refused", async () => {
  const stranger = world.newId<"account">();
  await expect(world.createApplication({ accountId: stranger })).rejects.toMatchObject(refused("not_found"));
  await expect(world.createApplication({ tenantId: tenantOf(stranger) })).rejects.toMatchObject(
    refused("not_found"),
  );
});

test("a wildcard among the scopes is refused", async () => {
  await expect(world.createApplication({ scopes: ["*"] })).rejects.toMatchObject(
    refused("validation_failed"),
  );
});

test("an account has at most a hundred live applications in a network", async () => {
  await using crowded = await openAuthWorld();
  for (let count = 0; count < 100; count += 1) await crowded.createApplication();
  await expect(crowded.createApplication()).rejects.toMatchObject(refused("unprocessable"));
  const { application } = await crowded.createApplication({ network: "mainnet" });
  expect(application.network).toBe("mainnet");
});

test("after a rotation both secrets work for the overlap, then only the new one", async () => {
  const { application, clientSecret: first } = await world.createApplication();
  const { clientSecret: second, previousEndsAt } = await rotate(application, 60);
  expect(previousEndsAt).toBe(world.clock.now() + 60_000);
  expect([await isAccepted(application, first), await isAccepted(application, second)]).toEqual([true, true]);
  world.clock.advance(60_000);
  expect([await isAccepted(application, first), await isAccepted(application, second)]).toEqual([
    false,
    true,
  ]);
});

test("a second rotation during an overlap ends the oldest secret at once", async () => {
  const { application, clientSecret: first } = await world.createApplication();
  const { clientSecret: second } = await rotate(application, 3600);
  const { clientSecret: third } = await rotate(application, 3600);
  const accepted = await Promise.all([first, second, third].map((secret) => isAccepted(application, secret)));
  expect(accepted).toEqual([false, true, true]);
});

test("without an overlap the old secret ends with the rotation", async () => {
  const { application, clientSecret } = await world.createApplication();
  await rotate(application, 0);
  expect(await isAccepted(application, clientSecret)).toBe(false);
});

test("rotations at the same time leave two live secrets at most", async () => {
  const { application } = await world.createApplication();
  const secrets = await Promise.all(Array.from({ length: 5 }, () => rotate(application, 3600)));
  const accepted = await Promise.all(
    secrets.map(({ clientSecret }) => isAccepted(application, clientSecret)),
  );
  expect(accepted.filter(Boolean)).toHaveLength(2);
});

test.each([-1, 0.5, 2_592_001, Number.NaN])("an overlap of %s seconds is refused", async (overlapSeconds) => {
  const { application } = await world.createApplication();
  await expect(rotate(application, overlapSeconds)).rejects.toMatchObject(refused("validation_failed"));
});

test("a revoked application stays listed, stays revoked and cannot be changed", async () => {
  const { application } = await world.createApplication();
  const revoke = () => world.database.transaction((tx) => revokeApplication(world, tx, keyOf(application)));
  const revoked = await revoke();
  expect(revoked.revokedAt).toBe(world.clock.now());
  world.clock.advance(1000);
  expect(await revoke()).toEqual(revoked);
  await expect(rotate(application, 60)).rejects.toMatchObject(refused("conflict"));
  const listed = await listApplications(world.database, {
    tenantId: world.account.tenantId,
    accountId: world.account.id,
  });
  expect(listed).toContainEqual(revoked);
});

test("an application of another tenant cannot be found, rotated or revoked", async () => {
  const { application } = await world.createApplication();
  const key = { ...keyOf(application), tenantId: tenantOf(world.newId<"account">()) };
  await expect(world.database.transaction((tx) => revokeApplication(world, tx, key))).rejects.toMatchObject(
    refused("not_found"),
  );
  expect(await selectClient(world.database, key, world.clock.now())).toBeUndefined();
});

test("a key can be added once, revoked once, and never comes back under its name", async () => {
  const { application } = await world.createApplication();
  const jwk = { ...generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }), kid: "mine" };
  const add = () =>
    world.database.transaction((tx) => addApplicationKey(world, tx, { ...keyOf(application), jwk }));
  const revoke = () =>
    world.database.transaction((tx) =>
      revokeApplicationKey(world, tx, { ...keyOf(application), kid: "mine" }),
    );
  await expect(revoke()).rejects.toMatchObject(refused("not_found"));
  const added = await add();
  expect(await selectLiveKeys(world.database, keyOf(application))).toEqual([added]);
  await expect(add()).rejects.toMatchObject(refused("conflict"));
  await revoke();
  expect(await selectLiveKeys(world.database, keyOf(application))).toEqual([]);
  await expect(add()).rejects.toMatchObject(refused("conflict"));
});

test("an application has at most ten live keys", async () => {
  const { application } = await world.createApplication();
  const add = () =>
    world.database.transaction((tx) =>
      addApplicationKey(world, tx, {
        ...keyOf(application),
        jwk: generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }),
      }),
    );
  for (let count = 0; count < 10; count += 1) await add();
  await expect(add()).rejects.toMatchObject(refused("unprocessable"));
});
