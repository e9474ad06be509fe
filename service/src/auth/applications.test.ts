import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuthEnvironment, openAuthEnvironment, testCause } from "../../test/auth.ts";
import { statement } from "../db/statement.ts";
import { tenantOf } from "../kernel/id.ts";
import type { Application } from "./application.ts";
import { addApplicationKey, revokeApplicationKey } from "./application-keys.ts";
import { revokeApplication } from "./revoke-application.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { digestSecret, findMatch } from "./secrets.ts";
import { loadOrCreateServiceKey } from "./service-keys.ts";
import { listApplications, selectClient, selectLiveKeys } from "./store.ts";

let env: AuthEnvironment;

beforeAll(async () => {
  env = await openAuthEnvironment();
});

afterAll(async () => {
  await env[Symbol.asyncDispose]();
});

function keyOf(application: Application) {
  return { tenantId: application.tenantId, applicationId: application.id, cause: testCause };
}

async function isAccepted(application: Application, secret: string): Promise<boolean> {
  const client = await selectClient(env.database, keyOf(application), env.clock.now());
  const pepper = await loadOrCreateServiceKey(env.database, env.keyRing, "application-secret-pepper");
  return findMatch(client?.secrets ?? [], digestSecret(pepper, secret)) !== undefined;
}

const rotate = (application: Application, overlapSeconds: number) =>
  env.database.transaction((tx) => rotateSecret(env, tx, { ...keyOf(application), overlapSeconds }));

function refused(code: string) {
  return { refusal: { code } };
}

test("an application is returned as created, and its secret is not stored in plain text", async () => {
  const { application, clientSecret } = await env.createApplication({
    name: " Ledger ",
    scopes: ["events:read"],
  });
  const [newest] = await listApplications(env.database, {
    tenantId: env.account.tenantId,
    accountId: env.account.id,
  });
  expect(newest).toEqual(application);
  expect(application).toMatchObject({
    name: "Ledger",
    scopes: ["events:read"],
    network: "testnet",
    revokedAt: undefined,
  });
  const stored = await env.database.rows(
    statement(`
      SELECT row_to_json(application)::text || row_to_json(secret)::text AS text
        FROM applications AS application JOIN application_secrets AS secret USING (tenant_id)
       WHERE tenant_id = $1`),
    [env.account.tenantId],
  );
  expect(stored).not.toEqual([]);
  expect(JSON.stringify(stored)).not.toContain(clientSecret.slice(-20));
  expect(await isAccepted(application, clientSecret)).toBe(true);
  expect(await isAccepted(application, `${clientSecret}x`)).toBe(false);
});

test("an application for a nonexistent account or an account of another tenant is refused", async () => {
  const stranger = env.newId<"account">();
  await expect(env.createApplication({ accountId: stranger })).rejects.toMatchObject(refused("not_found"));
  await expect(env.createApplication({ tenantId: tenantOf(stranger) })).rejects.toMatchObject(
    refused("not_found"),
  );
});

test("a wildcard among the scopes is refused", async () => {
  await expect(env.createApplication({ scopes: ["*"] })).rejects.toMatchObject(refused("validation_failed"));
});

test("an account has at most 100 live applications per network", async () => {
  await using crowded = await openAuthEnvironment();
  for (let count = 0; count < 100; count += 1) await crowded.createApplication();
  await expect(crowded.createApplication()).rejects.toMatchObject(refused("unprocessable"));
  const { application } = await crowded.createApplication({ network: "mainnet" });
  expect(application.network).toBe("mainnet");
});

test("after a rotation both secrets work during the overlap, then only the new one", async () => {
  const { application, clientSecret: first } = await env.createApplication();
  const { clientSecret: second, previousEndsAt } = await rotate(application, 60);
  expect(previousEndsAt).toBe(env.clock.now() + 60_000);
  expect([await isAccepted(application, first), await isAccepted(application, second)]).toEqual([true, true]);
  env.clock.advance(60_000);
  expect([await isAccepted(application, first), await isAccepted(application, second)]).toEqual([
    false,
    true,
  ]);
});

test("a second rotation during an overlap expires the oldest secret immediately", async () => {
  const { application, clientSecret: first } = await env.createApplication();
  const { clientSecret: second } = await rotate(application, 3600);
  const { clientSecret: third } = await rotate(application, 3600);
  const accepted = await Promise.all([first, second, third].map((secret) => isAccepted(application, secret)));
  expect(accepted).toEqual([false, true, true]);
});

test("without an overlap the old secret expires at the rotation", async () => {
  const { application, clientSecret } = await env.createApplication();
  await rotate(application, 0);
  expect(await isAccepted(application, clientSecret)).toBe(false);
});

test("concurrent rotations leave at most two live secrets", async () => {
  const { application } = await env.createApplication();
  const secrets = await Promise.all(Array.from({ length: 5 }, () => rotate(application, 3600)));
  const accepted = await Promise.all(
    secrets.map(({ clientSecret }) => isAccepted(application, clientSecret)),
  );
  expect(accepted.filter(Boolean)).toHaveLength(2);
});

test.each([-1, 0.5, 2_592_001, Number.NaN])("an overlap of %s seconds is refused", async (overlapSeconds) => {
  const { application } = await env.createApplication();
  await expect(rotate(application, overlapSeconds)).rejects.toMatchObject(refused("validation_failed"));
});

test("a revoked application is still returned, stays revoked and cannot be changed", async () => {
  const { application } = await env.createApplication();
  const revoke = () => env.database.transaction((tx) => revokeApplication(env, tx, keyOf(application)));
  const revoked = await revoke();
  expect(revoked.revokedAt).toBe(env.clock.now());
  env.clock.advance(1000);
  expect(await revoke()).toEqual(revoked);
  await expect(rotate(application, 60)).rejects.toMatchObject(refused("conflict"));
  const items = await listApplications(env.database, {
    tenantId: env.account.tenantId,
    accountId: env.account.id,
  });
  expect(items).toContainEqual(revoked);
});

test("an application of another tenant cannot be found, rotated or revoked", async () => {
  const { application } = await env.createApplication();
  const key = { ...keyOf(application), tenantId: tenantOf(env.newId<"account">()) };
  await expect(env.database.transaction((tx) => revokeApplication(env, tx, key))).rejects.toMatchObject(
    refused("not_found"),
  );
  expect(await selectClient(env.database, key, env.clock.now())).toBeUndefined();
});

test("a key can be added once and revoked once, and its kid cannot be reused", async () => {
  const { application } = await env.createApplication();
  const jwk = { ...generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }), kid: "mine" };
  const add = () =>
    env.database.transaction((tx) => addApplicationKey(env, tx, { ...keyOf(application), jwk }));
  const revoke = () =>
    env.database.transaction((tx) => revokeApplicationKey(env, tx, { ...keyOf(application), kid: "mine" }));
  await expect(revoke()).rejects.toMatchObject(refused("not_found"));
  const added = await add();
  expect(await selectLiveKeys(env.database, keyOf(application))).toMatchObject([{ jwk: added }]);
  await expect(add()).rejects.toMatchObject(refused("conflict"));
  await revoke();
  expect(await selectLiveKeys(env.database, keyOf(application))).toEqual([]);
  await expect(add()).rejects.toMatchObject(refused("conflict"));
});

test("an application has at most 10 live keys", async () => {
  const { application } = await env.createApplication();
  const add = () =>
    env.database.transaction((tx) =>
      addApplicationKey(env, tx, {
        ...keyOf(application),
        jwk: generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }),
      }),
    );
  for (let count = 0; count < 10; count += 1) await add();
  await expect(add()).rejects.toMatchObject(refused("unprocessable"));
});
