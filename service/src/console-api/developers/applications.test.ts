import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { basicAuthorization, startTestApi, type TestApi, type TestClient } from "../../../test/api.ts";
import { createUser, type TestUser } from "../../../test/console.ts";
import { eventually } from "../../../test/eventually.ts";
import { dumpTables } from "../../../test/table-dump.ts";
import { readAudit } from "../../audit/index.ts";
import { statement } from "../../db/statement.ts";
import { scopeNames } from "../../http/scopes.ts";
import { addMs, formatInstant, systemClock } from "../../kernel/instant.ts";
import { refuseUnheld } from "./held-application.ts";

let api: TestApi;
let tenant: TestClient;
let admin: TestUser;
let developer: TestUser;
let viewer: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  tenant = await api.createClient();
  const memberOf = tenant.accountId;
  admin = await createUser(api, { memberOf, memberRole: "admin" });
  developer = await createUser(api, { memberOf, memberRole: "developer" });
  viewer = await createUser(api, { memberOf, memberRole: "viewer" });
});

afterAll(() => api.stop());

test("a new application's secret works and is only in the response that created it", async () => {
  const created = await admin.post(path("testnet"), { name: "Back office", scopes: ["accounts:read"] });
  expect(created.status).toBe(201);
  const { application, client_secret: secret } = created.body;
  expect(application).toMatchObject({
    name: "Back office",
    account_id: tenant.accountId,
    account_name: "Test Account",
    network: "testnet",
    scopes: ["accounts:read"],
    secrets: [{ ends: null }],
    keys: [],
    last_used: null,
  });
  expect((await callAccounts(await tokenOf(application.client_id, secret))).status).toBe(200);

  const shown = await admin.get(path("testnet", application.client_id));
  const list = await admin.get(path("testnet"));
  // The request log, and so the last use, is written after the response.
  const { last_used: _, ...same } = shown.body;
  expect(list.body.applications[0]).toMatchObject(same);
  expect(shown.text + list.text).not.toContain(secret);
  const dump = JSON.stringify(await dumpTables(api.database));
  expect(dump).not.toContain(secret);
});

test("a creation retried with its idempotency key returns the same secret to the same user only", async () => {
  const body = { name: "Twice", scopes: ["accounts:read"] };
  const key = { idempotencyKey: "create-once" };
  const first = await admin.post(path("testnet"), body, key);
  const again = await admin.post(path("testnet"), body, key);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.body.client_secret).toBe(first.body.client_secret);
  const another = await developer.post(path("testnet"), body, key);
  expect(another.headers.get("idempotent-replayed")).toBeNull();
  expect(another.body.application.client_id).not.toBe(first.body.application.client_id);
  expect(another.text).not.toContain(first.body.client_secret);
  // The response stored for the idempotent replay is sealed.
  expect(JSON.stringify(await dumpTables(api.database))).not.toContain(
    Buffer.from(first.body.client_secret).toString("hex"),
  );
});

test("a user can grant only scopes they hold", async () => {
  const both = ["accounts:read", "transfers:write"];
  const onTestnet = await developer.post(path("testnet"), { name: "Mover", scopes: both });
  expect(onTestnet.status).toBe(201);
  const onMainnet = await developer.post(path("mainnet"), { name: "Mover", scopes: both });
  expect(onMainnet.status).toBe(403);
  expect(onMainnet.body).toMatchObject({ code: "not_permitted", errors: [{ pointer: "/scopes/1" }] });
  expect((await developer.get(path("mainnet"))).body.applications).toEqual([]);
  const reading = await developer.post(path("mainnet"), { name: "Reader", scopes: ["accounts:read"] });
  expect(reading.status).toBe(201);
});

test("a user cannot rotate secrets, add keys or change restrictions of an application with more scopes than their own", async () => {
  const made = await admin.post(path("mainnet"), { name: "Payouts", scopes: ["transfers:write"] });
  const id: string = made.body.application.client_id;
  const rotated = await developer.post(`${path("mainnet", id)}/rotate-secret`, { overlap_seconds: 0 });
  expect(rotated.status).toBe(403);
  const keyed = await developer.post(`${path("mainnet", id)}/keys`, { public_key: newPublicKey() });
  expect(keyed.status).toBe(403);
  const open = { allowed_ips: [], requires_dpop: false };
  expect((await developer.put(`${path("mainnet", id)}/restrictions`, open)).status).toBe(403);
  expect((await admin.get(path("mainnet", id))).body.keys).toEqual([]);
  // Revoking is always safe.
  expect((await developer.post(`${path("mainnet", id)}/revoke`)).status).toBe(200);
});

test("the user's scopes decide, whichever scopes are requested", () => {
  const held = new Set(scopeNames.filter((name) => name.endsWith(":read")));
  for (const name of scopeNames) {
    expect(refuseUnheld({ scopes: held }, [name]) === undefined).toBe(held.has(name));
  }
  expect(refuseUnheld({ scopes: held }, [...held])).toBeUndefined();
  expect(refuseUnheld({ scopes: new Set() }, ["accounts:read"])?.detail).toContain("accounts:read");
});

test("a rotated secret overlaps with the previous one, or replaces it immediately", async () => {
  const { id, secret } = await create(admin);
  const overlapping = await admin.post(`${path("testnet", id)}/rotate-secret`, { overlap_seconds: 3600 });
  expect(overlapping.status).toBe(200);
  expect(overlapping.body.application.secrets).toHaveLength(2);
  expect(overlapping.body.previous_secret_ends).toEqual(overlapping.body.application.secrets[1].ends);
  await tokenOf(id, secret);
  await tokenOf(id, overlapping.body.client_secret);
  const alone = await admin.post(`${path("testnet", id)}/rotate-secret`, { overlap_seconds: 0 });
  expect(alone.body.application.secrets).toHaveLength(1);
  await tokenOf(id, alone.body.client_secret);
  for (const old of [secret, overlapping.body.client_secret]) {
    expect((await askToken(id, old)).status).toBe(401);
  }
  const tooLong = { overlap_seconds: 31 * 86_400 };
  expect((await admin.post(`${path("testnet", id)}/rotate-secret`, tooLong)).status).toBe(400);
});

test("a revoked application gets no tokens, its existing ones end, and it is shown as revoked", async () => {
  const { id, secret } = await create(admin);
  const token = await tokenOf(id, secret);
  expect((await callAccounts(token)).status).toBe(200);
  const revoked = await admin.post(`${path("testnet", id)}/revoke`);
  expect(revoked.body).toMatchObject({ secrets: [], revoked: expect.any(String) });
  expect((await askToken(id, secret)).status).toBe(401);
  await eventually(async () => expect((await callAccounts(token)).status).toBe(401));
  const rotated = await admin.post(`${path("testnet", id)}/rotate-secret`, { overlap_seconds: 0 });
  expect(rotated.status).toBe(409);
  const live = await admin.get(`${path("testnet")}?status=live`);
  expect(live.body.applications.map(({ client_id }: { client_id: string }) => client_id)).not.toContain(id);
});

test("public keys are added and revoked, and private keys are rejected", async () => {
  const { id } = await create(admin);
  const added = await admin.post(`${path("testnet", id)}/keys`, { public_key: newPublicKey() });
  expect(added.status).toBe(201);
  const [{ kid, algorithms }] = added.body.keys;
  expect(algorithms).toEqual(["EdDSA"]);
  const removed = await admin.post(`${path("testnet", id)}/revoke-key`, { kid });
  expect(removed.body.keys).toEqual([]);
  expect((await admin.post(`${path("testnet", id)}/revoke-key`, { kid })).status).toBe(404);
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  const refused = await admin.post(`${path("testnet", id)}/keys`, { public_key: pem });
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toMatchObject([{ pointer: "/public_key" }]);
});

test("an application shows when it was last used", async () => {
  const { id, secret } = await create(admin);
  await callAccounts(await tokenOf(id, secret));
  await eventually(async () => {
    expect((await admin.get(path("testnet", id))).body.last_used).toEqual(expect.any(String));
  });
});

test("invalid input is rejected with the field, and nothing is created", async () => {
  const before = await admin.get(path("testnet"));
  for (const [body, pointer] of [
    [{ name: "", scopes: ["accounts:read"] }, "/name"],
    [{ name: "x", scopes: [] }, "/scopes"],
    [{ name: "x", scopes: ["accounts:*"] }, "/scopes/0"],
    [{ name: "x\u0007", scopes: ["accounts:read"] }, "/name"],
    [{ name: "x", scopes: ["accounts:read"], account_id: "unknown" }, "/account_id"],
  ] as const) {
    const refused = await admin.post(path("testnet"), body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].pointer).toBe(pointer);
  }
  const stranger = { name: "x", scopes: ["accounts:read"], account_id: "0".repeat(26) };
  expect((await admin.post(path("testnet"), stranger)).status).toBe(404);
  expect((await admin.get(path("testnet"))).body).toEqual(before.body);
});

test("roles are enforced, and creating a secret needs a fresh second factor", async () => {
  const { id } = await create(admin);
  const memberOf = tenant.accountId;
  const body = { name: "x", scopes: ["accounts:read"] };
  const stale = await createUser(api, { memberOf, memberRole: "admin", secondFactorAge: "old" });
  const support = await createUser(api, { operatorRole: "support" });
  const operator = await createUser(api, { operatorRole: "admin" });
  const attempts: readonly (readonly [TestUser, number, number])[] = [
    [admin, 200, 201],
    [developer, 200, 201],
    [viewer, 200, 403],
    [support, 200, 403],
    [operator, 200, 201],
    [stale, 200, 403],
  ];
  for (const [user, reading, writing] of attempts) {
    expect((await user.get(path("testnet"))).status).toBe(reading);
    expect((await user.post(path("testnet"), body)).status).toBe(writing);
  }
  expect((await stale.post(path("testnet"), body)).body.code).toBe("second_factor_required");
  const rotation = { overlap_seconds: 0 };
  expect((await stale.post(`${path("testnet", id)}/rotate-secret`, rotation)).body.code).toBe(
    "second_factor_required",
  );
  expect((await viewer.post(`${path("testnet", id)}/revoke`)).body.code).toBe("not_permitted");
  expect((await viewer.post(`${path("testnet", id)}/rotate-secret`, rotation)).status).toBe(403);
});

test("restrictions are set together, and an invalid address changes none of them", async () => {
  const { id } = await create(admin);
  const restrict = (body: object) => admin.put(`${path("testnet", id)}/restrictions`, body);
  const set = await restrict({ allowed_ips: ["192.0.2.7", "2001:DB8::/32"], requires_dpop: true });
  expect(set.status).toBe(200);
  const restrictions = { allowed_ips: ["192.0.2.7/32", "2001:db8::/32"], requires_dpop: true };
  expect(set.body).toMatchObject(restrictions);
  const invalid = await restrict({ allowed_ips: ["10.0.0.0/8", "10.0.0.1/8"], requires_dpop: false });
  expect(invalid.status).toBe(400);
  expect(invalid.body.errors).toMatchObject([{ pointer: "/allowed_ips/1" }]);
  expect((await restrict({ allowed_ips: Array(101).fill("192.0.2.7"), requires_dpop: false })).status).toBe(
    400,
  );
  expect((await restrict({ allowed_ips: [] })).status).toBe(400);
  expect((await admin.get(path("testnet", id))).body).toMatchObject(restrictions);
  await admin.post(`${path("testnet", id)}/revoke`);
  expect((await restrict({ allowed_ips: [], requires_dpop: false })).status).toBe(409);
});

test("removed scopes end for existing tokens, added ones are in new tokens, and the audit log has both", async () => {
  const { id, secret } = await create(admin);
  const change = (scopes: readonly string[], user = admin) =>
    user.put(`${path("testnet", id)}/scopes`, { scopes });
  expect((await change(["accounts:read", "tokens:read"])).body.scopes).toEqual([
    "accounts:read",
    "tokens:read",
  ]);
  const token = await tokenOf(id, secret);
  expect((await callAccounts(token)).status).toBe(200);
  expect((await change(["tokens:read"])).status).toBe(200);
  await eventually(async () => expect((await callAccounts(token)).body.code).toBe("insufficient_scope"));
  expect((await api.request("GET", "/tokens", { token })).status).toBe(200);
  const [entry] = await readAudit(api.database, { subjectId: id, limit: 1 });
  expect(entry).toMatchObject({
    action: "application.change_scopes",
    before: { scopes: "accounts:read tokens:read" },
    after: { scopes: "tokens:read" },
  });
  expect((await change([])).body.errors).toMatchObject([{ pointer: "/scopes" }]);
  expect((await change(["accounts:*"])).status).toBe(400);
  expect((await change(["tokens:read"], viewer)).status).toBe(403);
  await admin.post(`${path("testnet", id)}/revoke`);
  expect((await change(["tokens:read"])).status).toBe(409);
});

test("a user can neither add scopes they lack, nor change an application that has such scopes", async () => {
  const made = await admin.post(path("mainnet"), { name: "Payouts", scopes: ["transfers:write"] });
  const scopes = { scopes: ["accounts:read"] };
  const theirs = `${path("mainnet", made.body.application.client_id)}/scopes`;
  expect((await developer.put(theirs, scopes)).status).toBe(403);
  const own = await developer.post(path("mainnet"), { name: "Reader", ...scopes });
  const more = await developer.put(`${path("mainnet", own.body.application.client_id)}/scopes`, {
    scopes: ["accounts:read", "transfers:write"],
  });
  expect(more.body).toMatchObject({ code: "not_permitted", errors: [{ pointer: "/scopes/1" }] });
});

test("a secret with an expiry is shown, ends then, and is not extended by a rotation", async () => {
  const { id, secret } = await create(admin);
  const expire = (ends: string | null) => admin.put(`${path("testnet", id)}/secret-expiry`, { ends });
  const soon = formatInstant(addMs(systemClock.now(), 3_600_000));
  expect((await expire(soon)).body.secrets).toMatchObject([{ ends: soon }]);
  await tokenOf(id, secret);
  const rotated = await admin.post(`${path("testnet", id)}/rotate-secret`, { overlap_seconds: 86_400 });
  expect(rotated.body.previous_secret_ends).toBe(soon);
  expect(rotated.body.application.secrets).toMatchObject([{ ends: null }, { ends: soon }]);
  expect((await expire(soon)).body.secrets).toHaveLength(2);
  expect((await expire(null)).body.secrets).toMatchObject([{ ends: null }, { ends: soon }]);
  for (const past of ["2020-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "tomorrow"]) {
    expect((await expire(past)).body.errors).toMatchObject([{ pointer: "/ends" }]);
  }
  await api.database.run(endSecrets, [id]);
  expect((await askToken(id, secret)).status).toBe(401);
  expect((await expire(null)).status).toBe(409);
  const { body } = await admin.post(`${path("testnet", id)}/rotate-secret`, { overlap_seconds: 0 });
  await tokenOf(id, body.client_secret);
});

test("applications are invisible to other tenants and to the other network", async () => {
  const { id } = await create(admin);
  const other = await api.createClient();
  const stranger = await createUser(api, { memberOf: other.accountId });
  const theirs = `/console/api/workspaces/${other.accountId}/testnet/applications`;
  expect((await stranger.get(path("testnet", id))).status).toBe(404);
  expect((await stranger.get(`${theirs}/${id}`)).status).toBe(404);
  expect((await stranger.post(`${theirs}/${id}/revoke`)).status).toBe(404);
  expect((await stranger.post(`${theirs}/${id}/rotate-secret`, { overlap_seconds: 0 })).status).toBe(404);
  const open = { allowed_ips: [], requires_dpop: false };
  expect((await stranger.put(`${theirs}/${id}/restrictions`, open)).status).toBe(404);
  expect((await stranger.get(theirs)).text).not.toContain(id);
  expect((await admin.get(path("mainnet", id))).status).toBe(404);
  expect((await admin.post(`${path("mainnet", id)}/revoke`)).status).toBe(404);
  expect((await admin.get(path("testnet", id))).body.revoked).toBeNull();
});

test("grantable scopes are returned with the API URLs", async () => {
  const access = await developer.get(`/console/api/workspaces/${tenant.accountId}/mainnet/api-access`);
  expect(access.body.token_url).toMatch(/\/oauth2\/token$/);
  const heldBy = (name: string): boolean =>
    access.body.scopes.find((scope: { name: string }) => scope.name === name).is_held;
  expect(heldBy("transfers:read")).toBe(true);
  expect(heldBy("transfers:write")).toBe(false);
});

test("a secret that was rotated out is never extended, also not when the newest has expired", async () => {
  const { id } = await create(admin);
  const rotated = await admin.post(`${path("testnet", id)}/rotate-secret`, { overlap_seconds: 86_400 });
  const ends = rotated.body.previous_secret_ends;
  await api.database.run(endNewest, [id]);
  const extended = await admin.put(`${path("testnet", id)}/secret-expiry`, { ends: null });
  expect(extended).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect((await admin.get(path("testnet", id))).body.secrets).toMatchObject([{ ends }]);
});

function path(network: "testnet" | "mainnet", id?: string): string {
  const list = `/console/api/workspaces/${tenant.accountId}/${network}/applications`;
  return id === undefined ? list : `${list}/${id}`;
}

async function create(user: TestUser): Promise<{ readonly id: string; readonly secret: string }> {
  const { body } = await user.post(path("testnet"), { name: "Application", scopes: ["accounts:read"] });
  return { id: body.application.client_id, secret: body.client_secret };
}

function askToken(id: string, secret: string) {
  return api.request("POST", "/oauth2/token", {
    form: { grant_type: "client_credentials" },
    headers: { authorization: basicAuthorization(id, secret) },
  });
}

async function tokenOf(id: string, secret: string): Promise<string> {
  const response = await askToken(id, secret);
  expect(response.status).toBe(200);
  return response.body.access_token;
}

function callAccounts(token: string) {
  return api.request("GET", "/accounts", { token });
}

function newPublicKey(): string {
  return generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }).toString();
}

const endSecrets = statement("UPDATE application_secrets SET expires_at = now() WHERE application_id = $1");
const endNewest = statement(
  "UPDATE application_secrets SET expires_at = now() WHERE application_id = $1 AND expires_at IS NULL",
);
